public class StaticOrder {
    static StringBuilder log = new StringBuilder();
    static int say(String s) { log.append(s).append(' '); return s.length(); }
    static class A { static int x = say("A.x"); static { say("A.static"); } int f = say("A.f"); { say("A.init"); } A() { say("A()"); hook(); } void hook() { say("A.hook"); } }
    static class B extends A { static int y = say("B.y"); int g = say("B.g"); int h = 5; String s = "set"; B() { this(1); say("B()"); } B(int n) { super(); say("B(int)"); } @Override void hook() { say("B.hook:" + h + s + g); } }
    static class Const { static final int C = 10; static final String S = "const"; static final Integer BOXED = say("Const.init"); }
    static class Lazy { static { say("Lazy"); } static void m() { } static int f; }
    static class Sub extends Lazy { static { say("Sub"); } }
    interface I { int V = say("I.V"); default void d() { } }
    interface J { int W = say("J.W"); }
    static class Impl implements I, J { static { say("Impl"); } }
    static class Forward { static int a = peek(); static int b = 7; static int c = peek(); static int peek() { return b; } }
    static void show() { System.out.println(log.toString().trim()); log.setLength(0); }
    public static void main(String[] args) throws Exception {
        System.out.println(Const.C + Const.S);
        show();
        new B();
        show();
        new B(1);
        show();
        Sub.m();
        show();
        Sub[] none = new Sub[3];
        Class<?> c = Sub.class;
        show();
        System.out.println(Sub.f);
        show();
        new Sub();
        show();
        new Impl();
        show();
        System.out.println(Impl.W);
        show();
        System.out.println(Forward.a + " " + Forward.b + " " + Forward.c);
        Class.forName("StaticOrder$Const", false, StaticOrder.class.getClassLoader());
        show();
        Class.forName("StaticOrder$Const");
        show();
    }
}
