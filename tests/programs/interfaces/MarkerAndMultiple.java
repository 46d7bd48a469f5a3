import java.util.*;
public class MarkerAndMultiple {
    interface Marker { } interface A { int f(); } interface B { int f(); } interface C<T> { T g(T t); }
    static class AB implements A, B, Marker, C<String>, Cloneable, Comparable<AB> { public int f() { return 7; } public String g(String s) { return s + f(); } public int compareTo(AB o) { return 0; } }
    static int both(A a) { return a.f() + ((B) a).f(); }
    static <T extends A & B & Marker> int inter(T t) { return t.f() * 2; }
    @SuppressWarnings("unchecked") static Object raw(C c) { return c.g("raw"); }
    public static void main(String[] args) {
        AB x = new AB();
        System.out.println(both(x) + " " + inter(x) + " " + raw(x) + (x instanceof Marker) + (x instanceof Comparable) + AB.class.getInterfaces().length);
        A lam = () -> 1;
        try { System.out.println(both(lam)); } catch (ClassCastException e) { System.out.println("not a B"); }
        try { raw((C<Integer>) i -> i + 1); } catch (ClassCastException e) { System.out.println("not an Integer"); }
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> c = ArrayList.class; c != null; c = c.getSuperclass()) all.add(c);
        System.out.println(all + " " + Arrays.toString(ArrayList.class.getInterfaces()));
        System.out.println(Comparable.class.isAssignableFrom(AB.class) + " " + A.class.isInterface() + Number.class.isAssignableFrom(Integer.class) + A.class.isInstance(lam) + Object.class.isAssignableFrom(A.class) + A.class.getSuperclass());
        Object[] os = {1, "s", 2.0, 'c', null, new int[0], x};
        int n = 0;
        for (Object o : os) if (o instanceof Comparable<?>) n++;
        System.out.println(n);
    }
}
