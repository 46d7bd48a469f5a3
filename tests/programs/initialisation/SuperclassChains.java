/** Classes whose supers of supers are initialised first, with and without initialisers of their own in between. */
public class SuperclassChains {
    static int say(String what, int value) {
        System.out.println(what);
        return value;
    }

    static class A { static int a = say("A", 1); }
    static class B extends A { static int b = say("B", 2); }
    static class C extends B { static int c = say("C", 3); }
    static class D extends C { static int d = say("D", C.c + E.e); }
    static class E extends D { static int e = say("E", 5); }

    interface I {
        int i = say("I", 1);

        default void m() {}
    }

    static class F implements I {}
    static class G extends F {}
    static class H extends G { static int h = say("H", 1); }

    static class Root { static int r = say("Root sees " + Leaf.leaf, 1); }
    static class Middle extends Root { static int m = say("Middle", Leaf.leaf + 2); }
    static class Leaf extends Middle { static int leaf = say("Leaf", 4); }

    static class Sound { static int s = say("Sound", 1); }
    static class Broken extends Sound { static int b = say("Broken", 1) / (s - 1); }
    static class Below extends Broken { static int x = say("Below", 1); }
    static class Deepest extends Below { static int y = say("Deepest", 1); }

    public static void main(String[] args) {
        System.out.println(D.d);
        System.out.println(E.e);
        System.out.println(H.h);
        System.out.println(Leaf.leaf + Middle.m + Root.r);
        for (int attempt = 0; attempt < 2; attempt++) {
            try {
                System.out.println(Deepest.y);
            } catch (LinkageError error) {
                System.out.println(error);
            }
        }
        new Thread(() -> System.out.println(new H() { int h() { return h; } }.h())).start();
    }
}
