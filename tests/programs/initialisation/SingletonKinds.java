import java.util.function.*;
public class SingletonKinds {
    static int made; static class Eager { static final Eager I = new Eager(); Eager() { made++; System.out.println("eager"); } static void poke() { } } static class Lazy { private static Lazy i; static synchronized Lazy get() { if (i == null) i = new Lazy(); return i; } Lazy() { made++; System.out.println("lazy"); } }
    static class Holder { private static class H { static final Holder I = new Holder(); } static Holder get() { return H.I; } static String name = "h"; Holder() { made++; System.out.println("holder"); } } enum En { I; En() { System.out.println("enum"); } void hi() { made++; } } static class Dcl { private static volatile Dcl i; static Dcl get() { Dcl d = i; if (d == null) synchronized (Dcl.class) { d = i; if (d == null) i = d = new Dcl(); } return d; } }
    static class Tangled { static final Tangled A = new Tangled("A"), B = new Tangled("B"); static int n = 0; static final int CONST = 3; static final Integer BOX = 3; final String s; Tangled(String s) { n++; this.s = s + n + CONST + BOX; } }
    public static void main(String[] args) {
        System.out.println("start " + Holder.name); Eager.poke(); System.out.println((Lazy.get() == Lazy.get()) + " " + (Holder.get() == Holder.get()) + " " + (Dcl.get() == Dcl.get()) + made); En.I.hi(); System.out.println(made + " " + Tangled.A.s + Tangled.B.s + Tangled.n);
        Supplier<Eager> s = Eager::new; System.out.println("ref made"); s.get(); System.out.println(made);
    }
}
