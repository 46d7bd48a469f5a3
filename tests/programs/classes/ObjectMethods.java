import java.util.Objects;
public class ObjectMethods {
    static final class Point implements Comparable<Point> {
        final int x, y;
        Point(int x, int y) { this.x = x; this.y = y; }
        @Override public boolean equals(Object o) { if (this == o) return true; if (!(o instanceof Point)) return false; Point p = (Point) o; return x == p.x && y == p.y; }
        @Override public int hashCode() { return Objects.hash(x, y); }
        @Override public String toString() { return "(" + x + ", " + y + ")"; }
        @Override public int compareTo(Point o) { return x != o.x ? Integer.compare(x, o.x) : Integer.compare(y, o.y); }
    }
    public static void main(String[] args) {
        Point a = new Point(1, 2), b = new Point(1, 2);
        System.out.println(a.equals(b) + " " + (a == b) + " " + a.hashCode() + " " + a + " " + a.compareTo(new Point(1, 3)));
        System.out.println(Objects.equals(null, null) + " " + Objects.equals(null, a) + " " + Objects.hashCode(null) + " " + Objects.toString(null, "dflt") + " " + Objects.hash() + " " + Objects.hash(1, "a", null));
        System.out.println(Objects.requireNonNullElse(null, 5) + " " + Objects.isNull(null) + " " + Objects.compare("a", "b", String::compareTo) + " " + Objects.deepEquals(new int[] {1}, new int[] {1}));
        try { Objects.checkIndex(5, 5); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { Objects.requireNonNull(null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        Object o = new Object();
        System.out.println(o.equals(o) + " " + (o.hashCode() == o.hashCode()) + " " + (System.identityHashCode(o) == o.hashCode()) + " " + System.identityHashCode(null) + " " + o.toString().startsWith("java.lang.Object@"));
        System.out.println(Boolean.hashCode(true) + " " + Boolean.FALSE.hashCode() + " " + Long.valueOf(1L << 33).hashCode() + " " + Double.valueOf(1.5).hashCode() + " " + "ab".hashCode() + " " + Character.valueOf('a').hashCode() + " " + Byte.valueOf((byte) -1).hashCode());
        System.out.println(java.util.List.of(1, 2, 3).hashCode() + " " + java.util.Map.of("a", 1).hashCode() + " " + java.util.Set.of(3).hashCode() + " " + java.util.Optional.of("x").hashCode() + " " + java.util.Map.entry("k", "v").hashCode());
        System.out.println(new java.math.BigInteger("12345678901234567890").hashCode() + " " + new java.math.BigDecimal("1.50").hashCode() + " " + java.time.LocalDate.of(2020, 2, 29).hashCode() + " " + java.util.Locale.ROOT.hashCode());
    }
}
