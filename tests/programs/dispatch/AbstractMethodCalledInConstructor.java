import java.util.ArrayList;
import java.util.List;
public class AbstractMethodCalledInConstructor {
    static List<String> events = new ArrayList<>();
    static abstract class Widget {
        protected String title = init("Widget.title", "untitled");
        Widget() { events.add("Widget() sees " + label()); build(); }
        abstract void build();
        String label() { return title; }
        static String init(String what, String v) { events.add(what); return v; }
    }
    static class Button extends Widget {
        private List<String> parts = new ArrayList<>();
        private final int size;
        private int n = 3;
        Button(int size) { super(); this.size = size; events.add("Button() " + parts + n + label()); }
        @Override void build() { n = 99; events.add("build parts=" + parts + " size=" + size); }
        @Override String label() { return title + "/" + size; }
    }
    static class Fancy extends Button { String t = "x"; Fancy() { this("viaString"); events.add("Fancy()"); } Fancy(String s) { super(s.length()); events.add("Fancy(" + s + ")"); } @Override void build() { super.build(); events.add("t=" + t); } }
    public static void main(String[] args) {
        new Button(4);
        events.forEach(System.out::println);
        events.clear();
        System.out.println(new Fancy().t);
        events.forEach(System.out::println);
    }
}
