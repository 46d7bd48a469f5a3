public class TernaryPromotion {
    static String kind(Object o) { return o.getClass().getSimpleName() + ":" + o; }
    public static void main(String[] args) {
        boolean t = args.length == 0;
        char x = 'X';
        int i = 0;
        System.out.println(kind(t ? 1 : 2.0));
        System.out.println(kind(t ? x : 0));
        System.out.println(kind(t ? x : i));
        System.out.println(kind(t ? (Object) 1 : 2.0));
        System.out.println(kind(t ? Integer.valueOf(1) : Double.valueOf(2)));
        System.out.println(kind(t ? (byte) 1 : 'a'));
        System.out.println(kind(t ? (short) 1 : (byte) 2));
        System.out.println(kind(t ? 1 : "s"));
        System.out.println(kind(t ? 1L : 1f));
        Integer none = null;
        try {
            int v = t ? none : 0;
            System.out.println(v);
        } catch (NullPointerException e) {
            System.out.println("NPE on unboxing");
        }
        Object o = t ? none : "x";
        System.out.println(o);
        System.out.println(false ? i : x);
        System.out.println((t ? 'a' : 98) + 0);
        System.out.println(t ? null : 0);
    }
}
