import java.util.*;
public class SealedShapes {
    sealed interface Shape permits Circle, Rect, Group { }
    record Circle(double r) implements Shape { }
    record Rect(double w, double h) implements Shape { }
    record Group(List<Shape> of) implements Shape { }
    static abstract sealed class Node permits Leaf, Inner { } static final class Leaf extends Node { int v = 4; } static non-sealed class Inner extends Node { } static class More extends Inner { }
    static double area(Shape s) {
        if (s instanceof Circle c) return 3 * c.r() * c.r();
        if (s instanceof Rect r && r.w() > 0) return r.w() * r.h();
        if (s instanceof Group g) { double t = 0; for (Shape x : g.of()) t += area(x); return t; }
        return -1;
    }
    static String of(Object o) { return o instanceof String s && !s.isEmpty() ? s.toUpperCase() : o instanceof Integer i ? "int" + (i + 1) : !(o instanceof List<?> l) ? "other" : "list" + l.size(); }
    public static void main(String[] args) {
        System.out.println(area(new Group(List.of(new Circle(2), new Rect(2, 3), new Group(List.of()), new Rect(-1, 5)))));
        System.out.println(Shape.class.isSealed() + " " + Arrays.stream(Shape.class.getPermittedSubclasses()).map(Class::getSimpleName).toList() + " " + Circle.class.isSealed() + Inner.class.getPermittedSubclasses());
        System.out.println(of("ab") + of("") + of(4) + of(List.of(1)) + of(null));
        Node n = new More();
        System.out.println(n instanceof Inner ? "inner" : n instanceof Leaf f ? "leaf" + f.v : "?");
        System.out.println(new Group(List.of(new Circle(1))));
    }
}
