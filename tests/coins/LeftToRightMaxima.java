//@ args: 5
//@ reward: "records" = invoked:LeftToRightMaxima.record(int)
//@ reward: "inversions" = invoked:LeftToRightMaxima.inversion(int,int)
//@ ask: R{"records"}=? [ F "end" ] = 137/60
//@ ask: R{"inversions"}=? [ F "end" ] = 5

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random permutation of n expects H(n) records and n (n-1)/4 inversions. */
public class LeftToRightMaxima {
  static void record(int element) {}

  static void inversion(int before, int after) {}

  public static void main(String[] args) {
    Random random = new Random();
    List<Integer> left = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      left.add(i);
    }
    List<Integer> drawn = new ArrayList<>();
    int greatest = -1;
    while (!left.isEmpty()) {
      int element = left.remove(random.nextInt(left.size()));
      if (element > greatest) {
        greatest = element;
        record(element);
      }
      for (int before : drawn) {
        if (before > element) {
          inversion(before, element);
        }
      }
      drawn.add(element);
    }
  }
}
