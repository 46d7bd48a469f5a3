/**
 * Prints what this machine computes of floating-point operands, one line each: operation, operands and result by their bits.
 * Arguments: how many pairs per operation, and a seed.
 */
public class FloatOperations {
  static final long[] DOUBLES = {
    0L, Long.MIN_VALUE, 1L, 0x8000000000000001L, 0x000fffffffffffffL, 0x0010000000000000L, 0x3ff0000000000000L,
    0xbff0000000000000L, 0x3fefffffffffffffL, 0x3fe0000000000000L, 0xbfe0000000000000L, 0x4330000000000000L,
    0x433fffffffffffffL, 0x4340000000000000L, 0x7fefffffffffffffL, 0xffefffffffffffffL, 0x7ff0000000000000L,
    0xfff0000000000000L, 0x7ff8000000000000L, 0x41dfffffffc00000L, 0x41e0000000000000L, 0xc1e0000000000000L,
    0x43e0000000000000L, 0xc3e0000000000000L, 0x3fb999999999999aL, 0x4008000000000000L, 0x36a0000000000000L, 0x47efffffe0000000L
  };
  static final int[] FLOATS = {
    0, Integer.MIN_VALUE, 1, 0x80000001, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f000000, 0xbf000000,
    0x4b000000, 0x4b7fffff, 0x4b800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x4effffff, 0x4f000000,
    0xcf000000, 0x5f000000, 0xdf000000, 0x3dcccccd, 0x40400000
  };
  static long state;

  static long next() {
    state += 0x9e3779b97f4a7c15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  static long longBits() {
    long mode = next() & 7;
    if (mode == 0) return DOUBLES[(int) Long.remainderUnsigned(next(), DOUBLES.length)];
    if (mode < 4) return next();
    // Numbers of similar size, so that sums cancel and quotients are near one.
    return next() & 0x800fffffffffffffL | (0x3f0L + (next() & 0x1f)) << 52;
  }

  static int intBits() {
    long mode = next() & 7;
    if (mode == 0) return FLOATS[(int) Long.remainderUnsigned(next(), FLOATS.length)];
    if (mode < 4) return (int) next();
    return (int) next() & 0x807fffff | (int) (0x70 + (next() & 0x1f)) << 23;
  }

  static StringBuilder out = new StringBuilder();

  static void line(String name, long a, long b, long result) {
    out.append(name).append(' ').append(a).append(' ').append(b).append(' ').append(result).append('\n');
    if (out.length() > 1 << 16) {
      System.out.print(out);
      out.setLength(0);
    }
  }

  static long bits(double value) {
    return Double.doubleToLongBits(value);
  }

  static long bits(float value) {
    return Float.floatToIntBits(value);
  }

  public static void main(String[] arguments) {
    int count = Integer.parseInt(arguments[0]);
    state = Long.parseLong(arguments[1]);
    for (int i = 0; i < count; i++) {
      long a = longBits(), b = longBits();
      double x = Double.longBitsToDouble(a), y = Double.longBitsToDouble(b);
      line("dadd", a, b, bits(x + y));
      line("dsub", a, b, bits(x - y));
      line("dmul", a, b, bits(x * y));
      line("ddiv", a, b, bits(x / y));
      line("dsqrt", a, b, bits(Math.sqrt(x)));
      line("dfloor", a, b, bits(Math.floor(x)));
      line("dceil", a, b, bits(Math.ceil(x)));
      line("drint", a, b, bits(Math.rint(x)));
      line("dcmpl", a, b, x < y ? -1 : x == y ? 0 : x > y ? 1 : -1);
      line("d2i", a, b, (int) x);
      line("d2l", a, b, (long) x);
      line("d2f", a, b, bits((float) x));
      line("l2d", a, b, bits((double) a));
      line("l2f", a, b, bits((float) a));
      if (i % 64 == 0) line("drem", a, b, bits(x % y));
      int c = intBits(), d = intBits();
      float u = Float.intBitsToFloat(c), v = Float.intBitsToFloat(d);
      line("fadd", c, d, bits(u + v));
      line("fsub", c, d, bits(u - v));
      line("fmul", c, d, bits(u * v));
      line("fdiv", c, d, bits(u / v));
      if (i % 8 == 0) line("frem", c, d, bits(u % v));
      line("fsqrt", c, d, bits((float) Math.sqrt(u)));
      line("fcmpg", c, d, u < v ? -1 : u == v ? 0 : u > v ? 1 : 1);
      line("f2i", c, d, (int) u);
      line("f2l", c, d, (long) u);
      line("f2d", c, d, bits((double) u));
      line("i2f", c, d, bits((float) c));
      line("i2d", c, d, bits((double) c));
    }
    System.out.print(out);
  }
}
