import java.util.*;
public class PatternInstanceof {
    static String kind(Object o) {
        if (o == null) return "null";
        if (o instanceof Integer i && i > 10) return "big " + i;
        else if (o instanceof Integer i) return "small " + (i + 1);
        else if (o instanceof CharSequence cs) return cs.getClass().getSimpleName() + cs.length();
        else if (o instanceof int[] a && a.length > 0) return "ints " + a[0];
        else if (o instanceof Map.Entry<?, ?> e && e.getKey() instanceof String k) return "entry " + k + e.getValue();
        else if (!(o instanceof Collection<?> c)) return o.getClass().getSimpleName();
        else return "coll " + c.size();
    }
    static boolean eq(Object a, Object b) { return a instanceof String s && b instanceof String t && s.equalsIgnoreCase(t); }
    public static void main(String[] args) {
        for (Object o : new Object[] {null, 5, 50, "str", new StringBuilder("sb"), new int[] {9}, new int[0], Map.entry("k", 1), Map.entry(1, 1), List.of(1, 2), Set.of(), 1.5, 'c'}) System.out.println(kind(o));
        System.out.println(eq("A", "a") + " " + eq("A", 1));
        Object o = "loop";
        while (!(o instanceof Integer n)) { o = ((String) o).length(); }
        System.out.println(n * 2);
        for (Object x : List.of("a", 1)) { if (!(x instanceof String s)) continue; System.out.println(s.concat("!")); }
        final Object f = 42L;
        System.out.println(f instanceof Long l ? l / 2 : -1);
        System.out.println(new int[0] instanceof Object && !((Object) new int[0] instanceof Object[]));
    }
}
