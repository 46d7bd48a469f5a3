public class Interning {
    static final String CONST = "ab";
    static class Other { static final String SAME = "a" + "b"; }
    public static void main(String[] args) {
        String a = "ab", x = "a", y = x + "b";
        final String fx = "a";
        System.out.println((a == "ab") + " " + (a == CONST) + " " + (a == Other.SAME) + " " + (a == y) + " " + (a == y.intern()) + " " + (a == fx + "b"));
        System.out.println((a == new String("ab")) + " " + (a == new String("ab").intern()) + " " + a.equals(y));
        System.out.println((a.substring(0) == a) + " " + (a.concat("") == a) + " " + (a.strip() == a) + " " + (a.toLowerCase() == a) + " " + (a.toString() == a) + " " + (a.replace('z', 'y') == a));
        System.out.println(("" == "".trim()) + " " + (String.valueOf((Object) a) == a));
        String runtime = new StringBuilder().append("fresh").append(args.length).toString();
        System.out.println(runtime.intern() == runtime.intern());
        System.out.println((runtime.intern() == "fresh0") + " " + ("fresh" + 0 == "fresh0"));
        Integer i1 = 127, i2 = 127, i3 = 128, i4 = 128;
        System.out.println((i1 == i2) + " " + (i3 == i4) + " " + i3.equals(i4));
        Long l1 = -128L, l2 = -128L, l3 = -129L, l4 = -129L;
        System.out.println((l1 == l2) + " " + (l3 == l4));
        Character c1 = '\u007f', c2 = '\u007f', c3 = '\u0080', c4 = '\u0080';
        System.out.println((c1 == c2) + " " + (c3 == c4));
        Boolean b1 = true, b2 = Boolean.valueOf("TRUE");
        System.out.println(b1 == b2);
        Byte y1 = -1, y2 = (byte) 255;
        System.out.println(y1 == y2);
    }
}
