public class ConcatKinds {
    static int n;
    static Object side() { return "s" + n++; }
    public static void main(String[] args) {
        byte b = -1; short s = 300; char c = 'c'; int i = -7; long l = 1L << 40; float f = 1.5f; double d = -0.0; boolean z = true; Object o = null; String str = null; char[] cs = {'x'};
        System.out.println("" + b + s + c + i + l + f + d + z + o + str);
        System.out.println(b + s + c + "x" + b + s + c);
        System.out.println(c + i + "" + c + i);
        System.out.println("pre" + side() + "mid" + side() + side() + "post" + n);
        System.out.println("\1" + i + "\2" + "\u0001\u0002" + l);
        System.out.println(str + str + null);
        System.out.println("" + new StringBuilder("sb") + new int[0].length + String.valueOf(cs) + 'a' + 1 + (char) ('a' + 1) + ('a' + 1));
        System.out.println(1 + 1 + "=" + 1 + 1 + " " + (1 + 1) + 1.0f + 1L + 'L');
        String acc = "";
        for (int k = 0; k < 12; k++) acc += k + (k % 2 == 0 ? "," : ";");
        System.out.println(acc);
        String many = "" + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + i + l + d;
        System.out.println(many);
        Object thing = new Object() { public String toString() { return null; } };
        System.out.println("null toString: " + thing);
        System.out.println("uni\u20ac".length() + ("a" + '\u20ac' + 1).length() + Double.NaN + Float.POSITIVE_INFINITY + Long.MIN_VALUE);
    }
}
