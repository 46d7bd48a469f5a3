import java.util.*;
public class BuilderPattern {
    private final String name; private final int size; private final List<String> parts;
    private BuilderPattern(Builder b) { name = b.name; size = b.size; parts = List.copyOf(b.parts); }
    static Builder builder() { return new Builder(); }
    static class Builder { private String name = "?"; private int size; private final List<String> parts = new ArrayList<>(); Builder name(String n) { name = n; return this; } Builder size(int s) { if (s < 0) throw new IllegalArgumentException("size " + s); size = s; return this; } Builder part(String p) { parts.add(p); return this; } BuilderPattern build() { if (parts.isEmpty()) throw new IllegalStateException("no parts in " + this); return new BuilderPattern(this); } @Override public String toString() { return "Builder(" + name + ")"; } }
    @Override public String toString() { return name + size + parts; }
    static class LinkedStack<T> implements Iterable<T> { private class Node { T v; Node below; Node(T v, Node b) { this.v = v; below = b; } } private Node top; private int n; void push(T t) { top = new Node(t, top); n++; } T pop() { if (top == null) throw new RuntimeException("empty"); T v = top.v; top = top.below; n--; return v; } public Iterator<T> iterator() { return new Iterator<T>() { Node at = top; public boolean hasNext() { return at != null; } public T next() { T v = at.v; at = at.below; return v; } }; } }
    static class Event { private static int seq; final int id = ++seq; } static class Bus { private final Map<Class<?>, List<java.util.function.Consumer<Object>>> subs = new LinkedHashMap<>(); <E> void on(Class<E> c, java.util.function.Consumer<? super E> f) { subs.computeIfAbsent(c, k -> new ArrayList<>()).add(o -> f.accept(c.cast(o))); } void fire(Object e) { subs.forEach((c, fs) -> { if (c.isInstance(e)) fs.forEach(f -> f.accept(e)); }); } }
    public static void main(String[] args) {
        System.out.println(builder().name("n").size(3).part("a").part("b").build());
        try { builder().name("bad").build(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try { builder().size(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        LinkedStack<String> s = new LinkedStack<>();
        for (String w : "x y z".split(" ")) s.push(w);
        for (String a : s) for (String b : s) System.out.print(a + b + " ");
        System.out.println(s.pop() + s.n);
        Bus bus = new Bus();
        StringBuilder log = new StringBuilder();
        bus.on(Event.class, e -> log.append("E").append(e.id));
        bus.on(Object.class, o -> log.append("O"));
        bus.on(String.class, t -> log.append(t.length()));
        bus.fire(new Event());
        bus.fire("four");
        bus.fire(1);
        System.out.println(log);
    }
}
