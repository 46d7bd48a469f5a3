import java.util.Arrays;
import java.util.Comparator;
public class BridgeMethods {
    static abstract class Box<T> { abstract T get(); abstract void set(T t); T twice() { set(get()); return get(); } }
    static class StrBox extends Box<String> { String v = "v"; @Override String get() { return v; } @Override void set(String s) { v = s + s; } }
    interface Copy { Object copy(); }
    static class Cov implements Copy { public Cov copy() { return new Cov(); } @Override public String toString() { return "Cov"; } }
    static class Cov2 extends Cov { @Override public Cov2 copy() { return this; } @Override public String toString() { return "Cov2"; } }
    static class Len implements Comparator<String> { public int compare(String a, String b) { return a.length() - b.length(); } }
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        StrBox b = new StrBox();
        System.out.println(b.twice() + b.twice());
        Box raw = b;
        try { raw.set(5); } catch (ClassCastException e) { System.out.println("bridge cast failed"); }
        Copy c = new Cov2();
        System.out.println(c.copy() + " " + ((Cov) c).copy() + " " + new Cov().copy());
        Arrays.stream(StrBox.class.getDeclaredMethods()).sorted(Comparator.comparing(java.lang.reflect.Method::getName).thenComparing(m -> m.getReturnType().getName()).thenComparing(m -> Arrays.toString(m.getParameterTypes())))
            .forEach(m -> System.out.println(m.getName() + " " + m.getReturnType().getSimpleName() + " " + Arrays.toString(m.getParameterTypes()) + " " + m.isBridge() + " " + m.isSynthetic()));
        Arrays.stream(Cov2.class.getDeclaredMethods()).sorted(Comparator.comparing(m -> m.getName() + m.getReturnType().getName())).forEach(m -> System.out.println(m.getName() + " " + m.getReturnType().getSimpleName() + " " + m.isBridge()));
        String[] s = {"ccc", "a", "bb"};
        Arrays.sort(s, new Len().reversed());
        System.out.println(Arrays.toString(s));
        Comparator rc = new Len();
        try { rc.compare("a", 1); } catch (ClassCastException e) { System.out.println("cce"); }
    }
}
