//@ args:
//@ label: "loaded" = returned:LoadedRandom.loaded()=2
//@ label: "fair" = returned:LoadedRandom.fair()=2
//@ ask: P=? [ F "loaded" ] = 1
//@ ask: P=? [ F "fair" ] = 1/3

import java.util.Random;

/** A subclass that makes its own bits is no coin, although it has no seed; one that only inherits them is. */
public class LoadedRandom {
  static class Loaded extends Random {
    private static final long serialVersionUID = 1;

    @Override
    protected int next(int bits) {
      return 5;
    }
  }

  static class Fair extends Random {
    private static final long serialVersionUID = 1;
  }

  static int loaded() {
    return new Loaded().nextInt(3);
  }

  static int fair() {
    return new Fair().nextInt(3);
  }

  public static void main(String[] args) {
    System.out.println(loaded() + fair());
  }
}
