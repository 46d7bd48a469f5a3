import java.util.*;
import java.util.function.Function;
import java.util.stream.*;
public class CollectorsAll {
    static void show(Object o) { System.out.println(o); }
    record P(String n, String city, int age) { }
    public static void main(String[] args) {
        List<P> ps = List.of(new P("ann", "Rome", 31), new P("bob", "Oslo", 25), new P("cid", "Rome", 44), new P("dee", "Oslo", 25), new P("eve", "Bern", 19));
        show(ps.stream().collect(Collectors.groupingBy(P::city, TreeMap::new, Collectors.mapping(P::n, Collectors.toList()))));
        show(ps.stream().collect(Collectors.groupingBy(P::city, TreeMap::new, Collectors.averagingInt(P::age))));
        show(ps.stream().collect(Collectors.partitioningBy(p -> p.age() > 30, Collectors.counting())));
        show(ps.stream().collect(Collectors.toMap(P::city, P::age, Integer::sum, LinkedHashMap::new)));
        try { ps.stream().collect(Collectors.toMap(P::city, P::n)); } catch (IllegalStateException e) { show(e.getMessage()); }
        show(ps.stream().map(P::n).collect(Collectors.joining(", ", "[", "]")));
        show(ps.stream().collect(Collectors.summarizingInt(P::age)));
        show(ps.stream().collect(Collectors.maxBy(Comparator.comparingInt(P::age))).get().n() + ps.stream().collect(Collectors.minBy(Comparator.comparing(P::n))).get());
        show(ps.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(P::age), (c, s) -> s + "/" + c)));
        show(ps.stream().collect(Collectors.reducing(0, P::age, Integer::max)));
        show(ps.stream().collect(Collectors.filtering(p -> p.age() == 25, Collectors.mapping(P::n, Collectors.toCollection(TreeSet::new)))));
        show(ps.stream().collect(Collectors.flatMapping(p -> p.n().chars().mapToObj(c -> (char) c), Collectors.toCollection(TreeSet::new))));
        show(ps.stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)));
        show(ps.stream().map(P::age).collect(Collectors.toUnmodifiableList()) + "" + ps.stream().mapToInt(P::age).boxed().collect(Collectors.toCollection(ArrayDeque::new)));
        show(ps.stream().collect(Collectors.groupingBy(P::age, TreeMap::new, Collectors.groupingBy(P::city, TreeMap::new, Collectors.counting()))));
        show(Stream.of("a", "bb", "cc").collect(Collector.of(StringBuilder::new, (sb, s) -> sb.insert(0, s), StringBuilder::append, StringBuilder::toString)));
        show(Stream.of(1.5, 2.5).collect(Collectors.averagingDouble(d -> d)) + " " + Stream.of(1, 2).collect(Collectors.summarizingDouble(i -> i)).getAverage());
        show(Stream.of("x", "y").collect(Collectors.toMap(Function.identity(), String::hashCode, (a, b) -> a, TreeMap::new)).descendingMap());
        show(Stream.of(3, 1, 2).collect(ArrayList::new, ArrayList::add, ArrayList::addAll));
    }
}
