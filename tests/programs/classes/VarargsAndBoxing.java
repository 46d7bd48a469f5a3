public class VarargsAndBoxing {
    static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
    @SafeVarargs static <T> String cat(String sep, T... xs) { StringBuilder b = new StringBuilder(); for (T x : xs) b.append(b.length() > 0 ? sep : "").append(x); return b + ":" + xs.getClass().getSimpleName(); }
    static void swap(Integer a, Integer b) { Integer t = a; a = b; b = t; }
    static void fill(int[] a, int... v) { System.arraycopy(v, 0, a, 0, v.length); v[0] = -1; }
    public static void main(String... args) {
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}));
        System.out.println(cat("-", 1, 2) + " " + cat("-", 1, "x", null) + " " + cat("-") + " " + cat("+", new Integer[] {7}) + cat("/", 'c', 2.0));
        Integer x = 1, y = 2;
        swap(x, y);
        System.out.println(x + "" + y);
        int[] a = new int[3], v = {8, 9};
        fill(a, v);
        System.out.println(a[0] + " " + v[0]);
        Character c = 'x';
        int i = c + 1;
        double d = Integer.valueOf(3);
        long l = c;
        Object o = i > 0 ? 1 : 'c';
        System.out.println(i + " " + d + " " + l + " " + o);
        Integer sum = 0;
        for (Integer k = 0; k < 5; k++) sum += k;
        System.out.println(sum);
        System.out.println((Object) 1L instanceof Long);
        System.out.println(new Integer[] {1, 2}[1] + Integer.valueOf("5") + Double.valueOf("2.5").intValue() + Integer.valueOf(300).byteValue() + Float.valueOf(1.9f).longValue());
        System.out.println(Integer.valueOf(1).equals(1L) + " " + Integer.valueOf(5).compareTo(3) + " " + Double.valueOf(Double.NaN).compareTo(1.0) + " " + Boolean.compare(true, false) + " " + Boolean.logicalXor(true, true) + " " + Integer.MAX_VALUE + Short.MIN_VALUE + Byte.SIZE + Long.BYTES + " " + Double.MIN_NORMAL + Float.MIN_EXPONENT);
    }
}
