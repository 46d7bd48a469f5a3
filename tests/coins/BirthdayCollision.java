//@ args: 20 5
//@ label: "collision" = returned:BirthdayCollision.collide(int,int)=true
//@ ask: P=? [ F "collision" ] = 2093/5000

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Two of k people have the same birthday, in a year of n days. */
public class BirthdayCollision {
  static boolean collide(int days, int people) {
    Random random = new Random();
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < people; i++) {
      if (!seen.add(random.nextInt(days))) {
        return true;
      }
    }
    return false;
  }

  public static void main(String[] args) {
    System.out.println(collide(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
