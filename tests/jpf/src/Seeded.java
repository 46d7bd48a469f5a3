import java.util.Random;

/** A draw from a generator with a seed, which Java PathFinder enumerates all the same. */
public class Seeded {
  public static void main(String[] args) {
    Random random = new Random(42);
    random.setSeed(7);
    if (random.nextInt(4) == 3 && random.nextBoolean()) {
      throw new IllegalStateException("one in eight");
    }
  }
}
