public class HelpfulNullPointers {
    int[] arr; String name; HelpfulNullPointers next; static Object st; long[][] grid = new long[2][];
    HelpfulNullPointers self() { return null; }
    static String ret() { return null; }
    interface Act { void go(); }
    static void t(Act a) { try { a.go(); System.out.println("no exception"); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    void instance(String param) {
        t(() -> System.out.println(this.name.length()));
        try { System.out.println(param.length()); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { arr[2] = 3; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(next.next.name); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { next.name = "x"; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { grid[1][0]++; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(arr.length); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { self().self(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    }
    public static void main(String[] args) {
        new HelpfulNullPointers().instance(null);
        t(() -> ret().trim());
        t(() -> st.toString());
        t(() -> { synchronized (st) { } });
        t(() -> { throw null; });
        t(() -> { Integer i = null; int j = i; });
        t(() -> { int[][] m = {null}; m[0][0] = 1; });
        t(() -> { Object[] o = null; Object x = o[5]; });
        t(() -> { throw new NullPointerException(); });
        t(() -> { throw new NullPointerException("mine"); });
        t(() -> java.util.Objects.requireNonNull(null, "required"));
        String[] names = new String[3];
        int k = 1;
        try { names[k + 1].isEmpty(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { String local = args.length == 0 ? null : ""; switch (local) { case "x": break; } } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { for (String s : (String[]) null) System.out.println(s); } catch (NullPointerException e) { System.out.println("loop"); }
        HelpfulNullPointers h = null;
        try { h.arr[k] += 2; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { Boolean b = null; if (b) k++; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    }
}
