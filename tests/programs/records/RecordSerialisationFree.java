import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class RecordSerialisationFree {
    record Money(long cents, String cur) implements Comparable<Money> { Money { Objects.requireNonNull(cur, "currency"); } Money plus(Money o) { if (!cur.equals(o.cur)) throw new IllegalArgumentException(cur + " vs " + o.cur); return new Money(Math.addExact(cents, o.cents), cur); } public int compareTo(Money o) { return Long.compare(cents, o.cents); } @Override public String toString() { return String.format("%d.%02d %s", cents / 100, cents % 100, cur); } }
    record Line(String item, int qty, Money price) { Money total() { return new Money(price.cents() * qty, price.cur()); } }
    interface HasId { int id(); default String tag() { return "#" + id(); } }
    record User(int id, String name) implements HasId { }
    record Tree(int v, Tree l, Tree r) { int sum() { return v + (l == null ? 0 : l.sum()) + (r == null ? 0 : r.sum()); } }
    public static void main(String[] args) {
        List<Line> ls = List.of(new Line("a", 3, new Money(250, "EUR")), new Line("b", 1, new Money(999, "EUR")), new Line("c", 10, new Money(5, "EUR")));
        System.out.println(ls.stream().map(Line::total).reduce(new Money(0, "EUR"), Money::plus) + " " + ls.stream().map(Line::total).max(Comparator.naturalOrder()).get());
        try { new Money(1, "EUR").plus(new Money(1, "USD")); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { new Money(1, null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { new Money(Long.MAX_VALUE, "X").plus(new Money(1, "X")); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        System.out.println(new User(7, "bo").tag() + new User(7, "bo") + ls.stream().collect(Collectors.toMap(Line::item, Line::qty, Integer::sum, TreeMap::new)));
        Tree t = new Tree(1, new Tree(2, null, null), new Tree(3, null, new Tree(4, null, null)));
        System.out.println(t.sum() + " " + t + " " + t.hashCode() + t.equals(new Tree(1, new Tree(2, null, null), new Tree(3, null, new Tree(4, null, null)))));
        BiFunction<Integer, String, User> mk = User::new;
        System.out.println(IntStream.range(0, 3).mapToObj(i -> mk.apply(i, "u" + i)).collect(Collectors.groupingBy(u -> u.id() % 2)));
    }
}
