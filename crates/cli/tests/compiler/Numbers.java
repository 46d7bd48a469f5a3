/** All arithmetic on numbers at the edges, often enough to be compiled; prints one number that depends on every result. */
public class Numbers {
  static int h = 1;
  static void mix(long v) { h = h * 31 + (int) (v ^ v >>> 32); }
  static final double[] D = { 0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 1e10, -3e18, 0.1, 2147483647.5, -2147483649.0, 9.3e18 };
  static final float[] F = { 0f, -0f, 1, -1, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE, 1e10f, -3e18f, 0.1f, 16777217f };
  static final long[] L = { 0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 63, 64, 65, 1L << 31, -(1L << 31), 123456789012345L };
  static final int[] I = { 0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 31, 32, 33, 65535, -128, 200 };
  static int cmp(double a, double b) { int r = 0; if (a < b) r |= 1; if (a <= b) r |= 2; if (a > b) r |= 4; if (a >= b) r |= 8; if (a == b) r |= 16; if (a != b) r |= 32; if (!(a < b)) r |= 64; if (!(a >= b)) r |= 128; return r; }
  static int cmpf(float a, float b) { int r = 0; if (a < b) r |= 1; if (a <= b) r |= 2; if (a > b) r |= 4; if (a >= b) r |= 8; if (a == b) r |= 16; if (a != b) r |= 32; return r; }
  static int cmpl(long a, long b) { int r = 0; if (a < b) r |= 1; if (a <= b) r |= 2; if (a > b) r |= 4; if (a >= b) r |= 8; if (a == b) r |= 16; if (a != b) r |= 32; return r; }
  static long sw(int k) { switch (k) { case 1: return 10; case 2: return 20; case 5: return 50; case -7: return 70; case 1000000: return 5; default: return -1; } }
  static long sw2(int k) { switch (k) { case -2: return 1; case -1: return 2; case 0: return 3; case 1: return 4; case 2: return 5; default: return 6; } }
  public static void main(String[] args) {
    byte[] bs = new byte[16]; short[] ss = new short[16]; char[] cs = new char[16]; boolean[] zs = new boolean[16]; float[] fs = new float[16]; long[] ls = new long[16];
    for (int round = 0; round < 60; round++) {
      for (double a : D) { mix((int) a); mix((long) a); mix(Float.floatToIntBits((float) a)); mix(Double.doubleToLongBits(-a)); for (double b : D) { mix(cmp(a, b)); mix(Double.doubleToLongBits(a + b)); mix(Double.doubleToLongBits(a * b)); mix(Double.doubleToLongBits(a / b)); mix(Double.doubleToLongBits(a % b)); mix(Double.doubleToLongBits(a - b)); } }
      for (float a : F) { mix((int) a); mix((long) a); mix(Double.doubleToLongBits(a)); mix(Float.floatToIntBits(-a)); for (float b : F) { mix(cmpf(a, b)); mix(Float.floatToIntBits(a + b)); mix(Float.floatToIntBits(a * b)); mix(Float.floatToIntBits(a / b)); mix(Float.floatToIntBits(a % b)); } }
      for (long a : L) { mix((int) a); mix(Double.doubleToLongBits(a)); mix(Float.floatToIntBits(a)); mix(-a); for (long b : L) { mix(cmpl(a, b)); mix(a + b); mix(a * b); mix(a - b); mix(a & b); mix(a | b); mix(a ^ b); mix(a << b); mix(a >> b); mix(a >>> b); if (b != 0) { mix(a / b); mix(a % b); } mix(a / -1); mix(a % -1); mix(a / 7); mix(a % 10); mix(a / 8);} }
      for (int a : I) { mix((byte) a); mix((short) a); mix((char) a); mix((long) a); mix(Float.floatToIntBits(a)); mix(Double.doubleToLongBits(a)); mix(-a); mix(sw(a)); mix(sw2(a)); for (int b : I) { mix(a + b); mix(a * b); mix(a - b); mix(a & b); mix(a | b); mix(a ^ b); mix(a << b); mix(a >> b); mix(a >>> b); if (b != 0) { mix(a / b); mix(a % b); } mix(a / -1); mix(a % -1); mix(a / 7); mix(a % 10); mix(a / 8); mix((long) a << b); mix((long) a >> b); } }
      for (int i = 0; i < 16; i++) { bs[i] = (byte) (round * i); ss[i] = (short) (round * i * 77); cs[i] = (char) (round * i * 777); zs[i] = (round & i) != 0; fs[i] += round * .5f; ls[i] ^= (long) round << i; mix(bs[i]); mix(ss[i]); mix(cs[i]); if (zs[i]) mix(i); mix((long) fs[i]); mix(ls[i]); bs[i] += 3; ss[i]--; cs[i]++; ls[i]++; mix(bs[i]++); mix(--ss[i]); }
      for (int k = -10; k < 10; k++) { mix(sw(k)); mix(sw2(k)); }
    }
    System.out.println(h);
  }
}
