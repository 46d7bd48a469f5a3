import hazard.Nondet;

/**
 * Fifty objects that stay alive, and about a million states: tokens in a ring of linked places, and a walk that moves
 * them. Each step chooses a place and turns it; a state is the values of all places. Arguments: places that change
 * (default 20, for 2^20 states).
 */
public class Tokens {
  static final class Place {
    int value;
    Place next;
  }

  public static void main(String[] args) {
    int changing = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    Place first = new Place();
    Place last = first;
    for (int i = 1; i < 50; i++) {
      last.next = new Place();
      last = last.next;
    }
    last.next = first;
    while (true) {
      int turn = Nondet.choose(0, changing - 1);
      Place place = first;
      for (int i = 0; i < turn; i++) {
        place = place.next;
      }
      place.value ^= 1;
    }
  }
}
