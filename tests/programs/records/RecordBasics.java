import java.util.*;
public class RecordBasics {
    record Point(int x, int y) { static int made; Point { made++; if (x < 0) throw new IllegalArgumentException("x = " + x); } Point(int v) { this(v, v); } double len() { return Math.hypot(x, y); } static Point origin() { return new Point(0); } }
    record Empty() { }
    record All(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t, int[] a, Object o) { }
    record Gen<T extends Comparable<T>>(T a, List<T> l) implements Comparable<Gen<T>> { public int compareTo(Gen<T> g) { return a.compareTo(g.a); } }
    record Over(int a) { @Override public int a() { return a * 100; } @Override public String toString() { return "over " + a() + this.a; } @Override public boolean equals(Object o) { return o instanceof Over; } @Override public int hashCode() { return 1; } }
    record Norm(String s) { Norm { s = s.strip().toLowerCase(); } }
    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.x() + p.len() + p.equals(new Point(3, 4)) + (p == new Point(3, 4)) + p.hashCode() + " " + Point.origin() + Point.made);
        try { new Point(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + new Empty().hashCode());
        All a = new All((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, true, "t", null, null);
        System.out.println(a + " " + a.hashCode() + a.equals(new All((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, true, "t", null, null)));
        record Nan(double d, float f) { }
        System.out.println(new Nan(Double.NaN, 0f).equals(new Nan(Double.NaN, 0f)) + " " + new Nan(0.0, 0f).equals(new Nan(-0.0, 0f)) + " " + new Nan(0, -0f));
        System.out.println(new Gen<>("b", List.of("x")).compareTo(new Gen<>("a", null)) + " " + new Gen<>(1, List.of(2)) + new Gen<>(1, null).hashCode());
        System.out.println(new Over(2) + " " + new Over(1).equals(new Over(9)) + " " + new HashSet<>(List.of(new Over(1))).contains(new Over(5)));
        System.out.println(new Norm("  ABC ") + " " + new Norm("abc").equals(new Norm("ABC")));
        Map<Point, String> m = new HashMap<>();
        m.put(new Point(1, 1), "one");
        System.out.println(m.get(new Point(1)) + m);
        int[] arr = {1};
        System.out.println(new All((byte) 0, (short) 0, 'x', 0, 0, 0, 0, false, null, arr, null).a()[0] + " " + p.equals(null) + p.equals("x"));
        List<Point> l = new ArrayList<>(List.of(new Point(2, 1), new Point(1, 5), new Point(1, 2)));
        l.sort(Comparator.comparingInt(Point::x).thenComparing(Point::y));
        System.out.println(l);
    }
}
