import java.util.ArrayList;
import java.util.List;
public class ClassCastMessages {
    static class A { } static class B extends A { } interface I { } enum E { X }
    static void t(Runnable r) {
        try { r.run(); System.out.println("fine"); } catch (ClassCastException e) {
            System.out.println(e.getMessage().replaceAll("'app'|loader 'app'", "APP"));
        }
    }
    @SuppressWarnings("unchecked")
    public static void main(String[] args) {
        Object s = "str", n = 1, arr = new int[1], a = new A();
        t(() -> { Integer i = (Integer) s; });
        t(() -> { String x = (String) n; });
        t(() -> { B b = (B) a; });
        t(() -> { I i = (I) a; });
        t(() -> { Object[] o = (Object[]) arr; });
        t(() -> { A[] o = (A[]) (Object) new Object[0]; });
        t(() -> { B x = (B) (Object) "s"; });
        t(() -> { List<Integer> l = new ArrayList<>(); ((List<Object>) (List<?>) l).add("x"); int i = l.get(0); });
        t(() -> { String x = (String) null; });
        t(() -> { E e = (E) (Object) "X"; });
        t(() -> { Comparable<Object> c = (Comparable<Object>) (Object) "a"; c.compareTo(1); });
        t(() -> { Integer.class.cast("s"); });
        t(() -> { int[][] z = (int[][]) (Object) new long[0][0]; });
        A up = (A) (Object) new B();
        System.out.println(up.getClass().getSimpleName());
    }
}
