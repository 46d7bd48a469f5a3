public class BitTricks {
    public static void main(String[] args) {
        int[] xs = {0, 1, -1, 12345678, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x00ff00ff, 0x80000001};
        for (int x : xs)
            System.out.println(Integer.bitCount(x) + " " + Integer.numberOfLeadingZeros(x) + " " + Integer.numberOfTrailingZeros(x) + " "
                    + Integer.highestOneBit(x) + " " + Integer.lowestOneBit(x) + " " + Integer.reverse(x) + " " + Integer.reverseBytes(x) + " "
                    + Integer.rotateLeft(x, 5) + " " + Integer.rotateRight(x, 37) + " " + Integer.signum(x) + " " + Integer.toBinaryString(x) + " "
                    + Integer.toHexString(x) + " " + Integer.toOctalString(x) + " " + Integer.toUnsignedString(x) + " " + Integer.toString(x, 36));
        long[] ls = {0, 1, -1, 0x123456789abcdefL, Long.MIN_VALUE, Long.MAX_VALUE};
        for (long x : ls)
            System.out.println(Long.bitCount(x) + " " + Long.numberOfLeadingZeros(x) + " " + Long.numberOfTrailingZeros(x) + " "
                    + Long.highestOneBit(x) + " " + Long.reverse(x) + " " + Long.reverseBytes(x) + " " + Long.rotateLeft(x, 70) + " " + Long.signum(x)
                    + " " + Long.toHexString(x) + " " + Long.toUnsignedString(x) + " " + Long.toString(x, 7) + " " + Long.hashCode(x));
        System.out.println(Short.reverseBytes((short) 0x1234) + " " + Character.reverseBytes('a') * 1 + " " + Byte.toUnsignedInt((byte) -3) + " " + Short.toUnsignedLong((short) -3));
        System.out.println((~5) + " " + (~-1) + " " + (5 & ~1 | 8 ^ 3) + " " + (true ^ true | false & true));
        System.out.println((0xFFFFFFFF == -1) + " " + 0xFFFFFFFFL + " " + 0b1010_1010 + " " + 0777 + " " + 0x7fff_ffff_ffff_ffffL);
    }
}
