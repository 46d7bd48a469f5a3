import java.util.ArrayList;
import java.util.List;
public class AbstractShapes {
    static abstract class Shape {
        private static int next = 1;
        protected final int id = next++;
        abstract double area();
        double scaled(double k) { return area() * k * k; }
        final String describe() { return getClass().getSimpleName() + "#" + id + String.format("[%.3f]", area()); }
    }
    static class Circle extends Shape { final double r; Circle(double r) { if (r < 0) throw new IllegalArgumentException("radius " + r); this.r = r; } double area() { return Math.PI * r * r; } }
    static class Rect extends Shape { final double w, h; Rect(double w, double h) { this.w = w; this.h = h; } double area() { return w * h; } }
    static class Square extends Rect { Square(double s) { super(s, s); } @Override double scaled(double k) { return super.scaled(k) + 0.5; } }
    static abstract class Template { final String run() { return before() + body() + after(); } String before() { return "<"; } abstract String body(); String after() { return ">"; } }
    public static void main(String[] args) {
        List<Shape> l = new ArrayList<>(List.of(new Circle(1.5), new Rect(2, 3), new Square(2)));
        try { l.add(new Circle(-1)); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        l.add(new Shape() { @Override double area() { return 42; } });
        double total = 0;
        for (Shape s : l) { System.out.println(s.describe()); total += s.scaled(2); }
        System.out.printf("%.4f%n", total);
        System.out.println(new Template() { String body() { return "b"; } @Override String after() { return "/" + super.after(); } }.run());
        try { java.lang.reflect.Modifier.isAbstract(Shape.class.getModifiers()); Shape.class.getDeclaredConstructor().newInstance(); } catch (InstantiationException e) { System.out.println("abstract"); } catch (ReflectiveOperationException e) { System.out.println(e); }
    }
}
