//@ args: 6 2
//@ label: "firstTwo" = returned:ReservoirSampling.sample(int,int)=3
//@ label: "lastTwo" = returned:ReservoirSampling.sample(int,int)=48
//@ ask: P=? [ F "firstTwo" ] = 1/15
//@ ask: P=? [ F "lastTwo" ] = 1/15

import hazard.UniformChoice;

/** Vitter's Algorithm R: each set of k of n elements, here the bits of a number, is equally likely. */
public class ReservoirSampling {
  static int sample(int n, int k) {
    int[] reservoir = new int[k];
    for (int i = 0; i < n; i++) {
      int place = i < k ? i : UniformChoice.make(i + 1);
      if (place < k) {
        reservoir[place] = i;
      }
    }
    int set = 0;
    for (int element : reservoir) {
      set |= 1 << element;
    }
    return set;
  }

  public static void main(String[] args) {
    System.out.println(sample(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
  }
}
