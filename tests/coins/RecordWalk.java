//@ args: 4
//@ label: "home" = returned:RecordWalk.isHome(int)=true
//@ ask: P=? [ F "home" ] = 9/64

import java.util.Random;

/** A walk on the grid, each place a record: it is back home after 2n steps with (C(2n, n) / 4^n)^2. */
public class RecordWalk {
  record Place(int x, int y) {
    Place step(int direction) {
      return switch (direction) {
        case 0 -> new Place(x + 1, y);
        case 1 -> new Place(x - 1, y);
        case 2 -> new Place(x, y + 1);
        default -> new Place(x, y - 1);
      };
    }
  }

  static boolean isHome(int steps) {
    Random random = new Random();
    Place place = new Place(0, 0);
    for (int i = 0; i < steps; i++) {
      place = place.step(random.nextInt(4));
    }
    return place.equals(new Place(0, 0));
  }

  public static void main(String[] args) {
    System.out.println(isHome(Integer.parseInt(args[0])));
  }
}
