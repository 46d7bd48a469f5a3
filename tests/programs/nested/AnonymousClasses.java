import java.util.*;
public class AnonymousClasses {
    static abstract class Shape { final String n; Shape(String n) { this.n = n; init(); } void init() { System.out.println("init " + n); } abstract double area(); @Override public String toString() { return n + ":" + area(); } }
    interface Visitor { int visit(int x); default Visitor then(Visitor o) { Visitor me = this; return new Visitor() { public int visit(int x) { return o.visit(me.visit(x)); } }; } }
    static Shape sq(double s) { return new Shape("sq") { double side = s; { System.out.println("block " + side); } @Override void init() { System.out.println("early " + side + s); } double area() { return side * side; } }; }
    static List<Integer> list() { return new ArrayList<>() { { add(1); add(2); } @Override public boolean add(Integer i) { return super.add(i * 10); } }; }
    public static void main(String[] args) {
        System.out.println(sq(3));
        System.out.println(list());
        System.out.println(new Visitor() { public int visit(int x) { return x + 1; } }.then(new Visitor() { int n = 5; public int visit(int x) { return x * n++; } }).visit(4));
        Comparator<String> c = new Comparator<>() { @Override public int compare(String a, String b) { return b.compareTo(a); } };
        TreeSet<String> t = new TreeSet<>(c);
        Collections.addAll(t, "a", "b", "c");
        System.out.println(t + " " + c.getClass().isAnonymousClass() + "[" + c.getClass().getSimpleName() + "]" + c.getClass().getEnclosingMethod().getName());
        Object o = new Object() { @Override public boolean equals(Object x) { return x == this || x == null; } @Override public int hashCode() { return 3; } };
        System.out.println(o.equals(null) + " " + o.hashCode());
        Thread th = new Thread() { @Override public void run() { System.out.println("called directly"); } };
        th.run();
        int[] counter = {0};
        Iterable<Integer> it = () -> new Iterator<>() { public boolean hasNext() { return counter[0] < 3; } public Integer next() { return counter[0]++; } };
        for (int i : it) System.out.print(i + " ");
        System.out.println();
    }
}
