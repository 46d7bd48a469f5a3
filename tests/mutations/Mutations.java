import hazard.Nondet;
import java.io.InputStream;
import java.util.Random;

/**
 * Damages the class file of Victim in one of many ways, chosen by the search, and runs what is left of it. Whatever the
 * damage, Java defines what happens: the class is refused, throws, prints nonsense or never ends. Arguments: the first
 * and the last seed.
 */
public class Mutations {
  static class Loader extends ClassLoader {
    Loader() {
      super(Mutations.class.getClassLoader());
    }

    Class<?> define(byte[] bytes) {
      return defineClass(null, bytes, 0, bytes.length);
    }
  }

  static void damage(byte[] bytes, Random random) {
    int wounds = 1 + random.nextInt(3);
    for (int i = 0; i < wounds; i++) {
      // The first eight bytes hold the magic number and the version: damage there teaches little.
      int at = 8 + random.nextInt(bytes.length - 8);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> bytes[at] = (byte) (bytes[at] + (random.nextBoolean() ? 1 : -1));
        default -> bytes[at] = bytes[8 + random.nextInt(bytes.length - 8)];
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    byte[] original;
    try (InputStream stream = Mutations.class.getResourceAsStream("Victim.class")) {
      original = stream.readAllBytes();
    }
    int seed = Nondet.choose(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    byte[] bytes = original.clone();
    damage(bytes, new Random(seed));
    try {
      Class<?> victim = new Loader().define(bytes);
      Object answer = victim.getMethod("work", int.class).invoke(null, 5);
      assert answer == null || answer.getClass() != null;
    } catch (Throwable refusedOrThrown) {
      return;
    }
  }
}
