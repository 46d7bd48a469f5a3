public class ShiftMasks {
    public static void main(String[] args) {
        int one = 1, neg = -8;
        int[] amounts = {0, 1, 31, 32, 33, 63, 64, -1, -31, -32};
        for (int a : amounts) {
            System.out.println(a + ": " + (one << a) + " " + (neg >> a) + " " + (neg >>> a));
            System.out.println(a + "L: " + (1L << a) + " " + (-8L >> a) + " " + (-8L >>> a));
        }
        long la = 0x1_0000_0021L;
        System.out.println((1 << la) + " " + (1L << la));
        byte b = -1;
        System.out.println((b >>> 4) + " " + (byte) (b >>> 4) + " " + ((b & 0xff) >>> 4));
        b >>>= 4;
        System.out.println(b);
        short s = -1;
        s >>>= 20;
        System.out.println(s);
        char c = '\uffff';
        c >>= 4;
        System.out.println((int) c);
        c <<= 8;
        System.out.println((int) c);
    }
}
