public class InheritanceFields {
    static class A { int x = 1; static String s = "As"; String get() { return "A" + x; } static String st() { return "A.st"; } }
    static class B extends A { int x = 2; static String s = "Bs"; @Override String get() { return "B" + x + super.x + super.get() + ((A) this).x; } static String st() { return "B.st"; } }
    static class C extends B { int x = 3; String all() { return x + "" + super.x + ((A) this).x + this.get(); } }
    private int hidden = 5;
    private static class P { private int v = 9; private P() { } private int twice() { return v * 2; } }
    static class Counter { private static int n; final int id; Counter() { id = n++; } static int total() { return n; } }
    @Override public boolean equals(Object o) { return o instanceof InheritanceFields i && i.hidden == hidden; }
    @Override public int hashCode() { return hidden; }
    public static void main(String[] args) {
        A a = new C();
        System.out.println(a.x + " " + ((B) a).x + " " + ((C) a).x + " " + a.get() + " " + ((C) a).all());
        System.out.println(a.s + ((B) a).s + A.st() + B.st() + C.st());
        P p = new P();
        p.v++;
        System.out.println(p.twice() + new InheritanceFields().hidden);
        A nul = null;
        System.out.println(nul.s + nul.st());
        new Counter();
        new Counter();
        System.out.println(new Counter().id + " " + Counter.total());
        System.out.println(new InheritanceFields().equals(new InheritanceFields()) + " " + new InheritanceFields().hashCode());
        System.out.println((a instanceof B) + " " + (a instanceof A) + " " + (nul instanceof A) + " " + a.getClass().getSuperclass().getSimpleName() + a.getClass().getName());
        Object o = new Object() { int extra = 4; @Override public String toString() { return "anon" + extra; } };
        System.out.println(o);
        var anon = new Object() { int n = 1; int inc() { return ++n; } };
        anon.inc();
        System.out.println(anon.inc() + anon.n);
        long objs = 0;
        for (int i = 0; i < 50000; i++) { int[] g = new int[10]; g[i % 10] = i; objs += g[i % 10]; }
        System.out.println(objs);
    }
}
