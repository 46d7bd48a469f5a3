public class DefaultDiamond {
    interface A { default String hi() { return "A"; } static String st() { return "A.st"; } }
    interface B extends A { default String hi() { return "B" + A.super.hi(); } }
    interface C extends A { default String hi() { return "C"; } }
    static class D implements B, C { public String hi() { return "D" + B.super.hi() + C.super.hi(); } }
    static class E implements A, B { }
    static class Base { public String hi() { return "Base"; } }
    static class F extends Base implements B { }
    static abstract class Abs implements A { public abstract String hi(); }
    static class G extends Abs { public String hi() { return "G"; } }
    interface Priv { private String help(int n) { return n == 0 ? "" : "p" + help(n - 1); } private static String sh() { return "s"; } default String run() { return help(3) + sh(); } }
    interface Fn { int apply(int x); default Fn twice() { return x -> apply(apply(x)); } static Fn of(int k) { return x -> x + k; } }
    interface Named { String NAME = "named"; default String name() { return NAME + this.getClass().getSimpleName(); } }
    enum En implements Named { X { @Override public String toString() { return "ex"; } }, Y }
    public static void main(String[] args) {
        System.out.println(new D().hi() + " " + new E().hi() + " " + new F().hi() + " " + new G().hi() + " " + ((A) new F()).hi() + " " + A.st());
        System.out.println(new Priv() { }.run());
        System.out.println(Fn.of(3).twice().twice().apply(1) + " " + ((Fn) x -> x * x).twice().apply(3));
        System.out.println(En.Y.name() + " " + ((Named) En.Y).name() + En.X + new Named() { }.name());
        A lam = new A() { };
        System.out.println(lam.hi());
        System.out.println(new Object() { String hi() { return "o"; } }.hi());
    }
}
