import java.util.*;
public class ComparableComparator {
    static class Version implements Comparable<Version> { final int[] p; Version(String s) { p = Arrays.stream(s.split("\\.")).mapToInt(Integer::parseInt).toArray(); } public int compareTo(Version o) { for (int i = 0; i < Math.max(p.length, o.p.length); i++) { int a = i < p.length ? p[i] : 0, b = i < o.p.length ? o.p[i] : 0; if (a != b) return Integer.compare(a, b); } return 0; } @Override public String toString() { StringJoiner j = new StringJoiner("."); for (int x : p) j.add("" + x); return j.toString(); } }
    record Emp(String n, int age, Double pay) { }
    public static void main(String[] args) {
        List<Version> v = new ArrayList<>();
        for (String s : "1.10 1.2 1.2.0 2 0.9.9 1.10.1".split(" ")) v.add(new Version(s));
        Collections.sort(v);
        System.out.println(v + " " + Collections.max(v) + new TreeSet<>(v));
        List<Emp> e = new ArrayList<>(List.of(new Emp("z", 30, 1.0), new Emp("a", 30, null), new Emp("m", 20, 5.5), new Emp("b", 40, 2.5)));
        e.sort(Comparator.comparing(Emp::pay, Comparator.nullsLast(Comparator.reverseOrder())));
        System.out.println(e.stream().map(Emp::n).toList());
        e.sort(Comparator.comparingInt(Emp::age).reversed().thenComparing(Emp::n));
        System.out.println(e.stream().map(Emp::n).toList());
        Comparator<Emp> byLen = Comparator.comparingDouble(x -> -x.age());
        System.out.println(byLen.compare(e.get(0), e.get(1)) + " " + Comparator.<String>naturalOrder().reversed().compare("a", "b") + Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER).compare("A", "b"));
        System.out.println(Objects.compare(1, 2, Comparator.comparingLong(x -> x)) + " " + "b".compareTo("a") + Boolean.TRUE.compareTo(false) + Character.compare('a', 'z') + Double.compare(0.0, -0.0));
        Integer[] a = {5, 2, 8};
        Arrays.sort(a, (x, y) -> y - x);
        System.out.println(Arrays.toString(a));
    }
}
