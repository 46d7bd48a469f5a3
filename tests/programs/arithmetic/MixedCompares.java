public class MixedCompares {
    public static void main(String[] args) {
        long big = Long.MAX_VALUE;
        System.out.println(big == (float) big);
        System.out.println((double) big == big);
        System.out.println((long) (double) big == big);
        int n = 16777217;
        System.out.println(n == (float) n);
        System.out.println((int) (float) n);
        System.out.println(0.1f == 0.1);
        System.out.println(0.5f == 0.5);
        System.out.println('a' == 97.0);
        System.out.println((byte) 200 == 200);
        System.out.println((Integer) 127 == (Integer) 127);
        System.out.println((Integer) 1000 == 1000);
        Long l = 127L;
        System.out.println(l.equals(127) + " " + (l == 127) + " " + l.equals(127L));
        System.out.println(new Object() == null);
        System.out.println(1 / 2 * 2.0 + " " + 1 / 2.0 * 2);
        System.out.println((float) 1e40 == Float.POSITIVE_INFINITY);
        System.out.println(Long.compareUnsigned(-1, 1) + " " + Integer.compareUnsigned(Integer.MIN_VALUE, Integer.MAX_VALUE));
        System.out.println((float) Long.MIN_VALUE + " " + (float) 123456789123456789L + " " + (double) 123456789123456789L);
        System.out.println(0x1p-1074 / 2 + " " + 0x1.fffffffffffffp1023 * 2);
        System.out.println(1e308 * 10 - 1e308 * 10);
    }
}
