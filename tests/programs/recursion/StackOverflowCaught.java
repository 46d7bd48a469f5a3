public class StackOverflowCaught {
    static int depth;
    static void dive() { depth++; dive(); }
    static int mutualA(long a, double b) { return mutualB((int) a + 1); }
    static int mutualB(int a) { return mutualA(a, a); }
    static String toText(Object[] o) { return String.valueOf(o[0] == o ? toText((Object[]) o[0]) : o); }
    public static void main(String[] args) {
        try { dive(); } catch (StackOverflowError e) { System.out.println("caught " + (depth > 500) + " " + e.getMessage()); }
        try { mutualA(0, 0); } catch (StackOverflowError e) { System.out.println("mutual " + (e instanceof Error)); }
        Object[] self = new Object[1];
        self[0] = self;
        try { toText(self); } catch (StackOverflowError e) { System.out.println("self"); }
        int before = depth;
        depth = 0;
        try { dive(); } catch (Throwable e) { System.out.println(depth > 500 && before > 500); }
        java.util.List<Object> l = new java.util.ArrayList<>();
        l.add(l);
        System.out.println(l);
        try { l.hashCode(); } catch (StackOverflowError e) { System.out.println("hashCode overflows"); }
        System.out.println("done");
    }
}
