//@ label: "collided" = field:SlotsTwice.isCollided=true
//@ ask: Pmax=? [ F "collided" ] = 1/8
//@ ask: Pmin=? [ F "collided" ] = 1/8

import hazard.UniformChoice;

/** Two senders choose one of two slots; after a collision once more one of four (binary exponential backoff). */
public class SlotsTwice {
  static int[] slots = new int[2];
  static boolean isCollided;

  static void round(int count) throws InterruptedException {
    Thread other = new Thread(() -> slots[0] = UniformChoice.make(count), "other");
    other.start();
    slots[1] = UniformChoice.make(count);
    other.join();
  }

  public static void main(String[] args) throws InterruptedException {
    round(2);
    if (slots[0] == slots[1]) {
      round(4);
    }
    isCollided = slots[0] == slots[1];
  }
}
