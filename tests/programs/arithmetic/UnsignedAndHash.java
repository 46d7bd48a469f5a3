public class UnsignedAndHash {
    static int fnv(String s) { int h = 0x811c9dc5; for (char c : s.toCharArray()) { h ^= c; h *= 0x01000193; } return h; }
    static long murmurMix(long k) { k ^= k >>> 33; k *= 0xff51afd7ed558ccdL; k ^= k >>> 33; k *= 0xc4ceb9fe1a85ec53L; return k ^ k >>> 33; }
    static int crc(byte[] b) { int c = -1; for (byte x : b) { c ^= x & 0xff; for (int i = 0; i < 8; i++) c = c >>> 1 ^ 0xEDB88320 & -(c & 1); } return ~c; }
    static long adler(String s) { int a = 1, b = 0; for (byte x : s.getBytes()) { a = (a + (x & 0xff)) % 65521; b = (b + a) % 65521; } return (b & 0xffffffffL) << 16 | a; }
    public static void main(String[] args) {
        System.out.println(fnv("hello") + " " + Integer.toHexString(fnv("")) + " " + murmurMix(42) + " " + Long.toHexString(murmurMix(-1)) + " " + Integer.toHexString(crc("123456789".getBytes())) + " " + adler("Wikipedia"));
        long s0 = 1, s1 = 2;
        for (int i = 0; i < 20; i++) { long x = s0, y = s1; s0 = y; x ^= x << 23; s1 = x ^ y ^ x >>> 17 ^ y >>> 26; }
        System.out.println(s0 + s1);
        int x = 123456789; for (int i = 0; i < 10; i++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; } System.out.println(x);
        System.out.println((0xdeadbeefL * 0xcafebabeL) + " " + (int) (0xdeadbeefL >>> 7) + " " + (short) 0xbeef + " " + (byte) 0xef + " " + (char) 0x41 + " " + (5 & 3 | 4 ^ 1) + " " + (-17 >> 2) + (-17 >>> 28) + (-17 / 4) + (1 << 33) + (1L << 33));
        System.out.println(Long.parseUnsignedLong("18446744073709551615") + " " + Integer.toUnsignedLong(-1) + " " + Long.toUnsignedString(Long.MIN_VALUE) + " " + Integer.compareUnsigned(-1, 0) + " " + Long.divideUnsigned(-1, 10));
    }
}
