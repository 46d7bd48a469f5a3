//@ args: 5
//@ label: "none" = returned:MatchingHats.matches(java.util.List)=0
//@ reward: "matches" = invoked:MatchingHats.match()
//@ ask: P=? [ F "none" ] = 11/30
//@ ask: R{"matches"}=? [ F "end" ] = 1

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Hats are given back at random, by Collections.shuffle: how many people get their own? */
public class MatchingHats {
  static void match() {}

  static int matches(List<Integer> hats) {
    int matches = 0;
    for (int i = 0; i < hats.size(); i++) {
      if (hats.get(i) == i) {
        match();
        matches++;
      }
    }
    return matches;
  }

  public static void main(String[] args) {
    List<Integer> hats = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      hats.add(i);
    }
    Collections.shuffle(hats);
    System.out.println(matches(hats));
  }
}
