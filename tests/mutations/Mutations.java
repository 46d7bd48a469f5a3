import hazard.Nondet;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;

/**
 * Damages the class file of a victim in one of many ways, chosen by the search, and runs what is left of it. Whatever the
 * damage, Java defines what happens: the class is refused, throws, prints nonsense or never ends. Arguments: the
 * victim's name, the first and the last seed. "Subroutines" names a class with jsr, which no compiler makes any more.
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

  static byte[] read(String name) throws IOException {
    try (InputStream stream = Mutations.class.getResourceAsStream(name + ".class")) {
      return stream.readAllBytes();
    }
  }

  /** Two calls of one subroutine, with a reference and then a number in local 1. */
  static byte[] subroutines() throws IOException {
    String[] names = {"Subroutines", "java/lang/Object", "work", "(I)Ljava/lang/Object;", "Code", "done"};
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xcafebabe);
    out.writeInt(48);
    out.writeShort(names.length + 4);
    for (String name : names) {
      out.writeByte(1);
      out.writeUTF(name);
    }
    out.write(new byte[] {7, 0, 1, 7, 0, 2, 8, 0, 6});
    out.write(new byte[] {0, 0x21, 0, 7, 0, 8, 0, 0, 0, 0, 0, 1, 0, 9, 0, 3, 0, 4, 0, 1, 0, 5});
    byte[] code = {
      0x12, 9, 0x4c, //  0 ldc "done", astore_1
      (byte) 0xa8, 0, 17, //  3 jsr 20
      0x2b, 0x4e, //  6 aload_1, astore_3
      0x10, 7, 0x3c, //  8 bipush 7, istore_1
      (byte) 0xa8, 0, 9, // 11 jsr 20
      0x1b, 0x1a, 0x60, 0x57, // 14 iload_1, iload_0, iadd, pop
      0x2d, (byte) 0xb0, // 18 aload_3, areturn
      0x4d, // 20 astore_2
      (byte) 0x84, 0, 1, // 21 iinc 0 1
      (byte) 0xa9, 2, // 24 ret 2
    };
    out.writeInt(12 + code.length);
    out.writeShort(2);
    out.writeShort(4);
    out.writeInt(code.length);
    out.write(code);
    out.write(new byte[6]);
    return bytes.toByteArray();
  }

  public static void main(String[] arguments) throws Exception {
    byte[] original = arguments[0].equals("Subroutines") ? subroutines() : read(arguments[0]);
    int seed = Nondet.choose(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
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
