//@ args: 5
//@ label: "adjacent" = returned:ShuffledDeck.areAdjacent(java.util.List)=true
//@ ask: P=? [ F "adjacent" ] = 2/5

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** After Collections.shuffle(list, random) two given cards of n lie side by side with probability 2/n. */
public class ShuffledDeck {
  static boolean areAdjacent(List<Integer> deck) {
    return Math.abs(deck.indexOf(0) - deck.indexOf(1)) == 1;
  }

  public static void main(String[] args) {
    Integer[] cards = new Integer[Integer.parseInt(args[0])];
    for (int i = 0; i < cards.length; i++) {
      cards[i] = i;
    }
    List<Integer> deck = Arrays.asList(cards);
    Collections.shuffle(deck, new Random());
    System.out.println(areAdjacent(deck));
  }
}
