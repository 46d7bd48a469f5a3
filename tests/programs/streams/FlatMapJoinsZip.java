import java.util.*;
import java.util.stream.*;
public class FlatMapJoinsZip {
    record Emp(String n, int dept) { } record Dept(int id, String n) { } record Pair<A, B>(A a, B b) { }
    static <A, B> Stream<Pair<A, B>> zip(List<A> a, List<B> b) { return IntStream.range(0, Math.min(a.size(), b.size())).mapToObj(i -> new Pair<>(a.get(i), b.get(i))); }
    public static void main(String[] args) {
        List<Emp> es = List.of(new Emp("a", 1), new Emp("b", 2), new Emp("c", 1), new Emp("d", 9)); List<Dept> ds = List.of(new Dept(1, "X"), new Dept(2, "Y"), new Dept(3, "Z"));
        System.out.println(es.stream().flatMap(e -> ds.stream().filter(d -> d.id() == e.dept()).map(d -> e.n() + d.n())).collect(Collectors.toList()));
        System.out.println(zip(List.of(1, 2, 3), List.of("x", "y")).toList());
        System.out.println(IntStream.rangeClosed(1, 30).boxed().flatMap(a -> IntStream.rangeClosed(a, 30).boxed().flatMap(b -> IntStream.rangeClosed(b, 30).filter(c -> a * a + b * b == c * c).mapToObj(c -> List.of(a, b, c)))).map(Object::toString).collect(Collectors.joining(" ")));
        Map<Boolean, Map<Integer, List<String>>> nested = Stream.of("aa", "b", "ccc", "dd").collect(Collectors.partitioningBy(s -> s.length() % 2 == 0, Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()))); System.out.println(nested);
        int[][] grid = {{1, 2}, {3}, {}}; System.out.println(Arrays.stream(grid).flatMapToInt(Arrays::stream).sum() + " " + Arrays.stream(grid).mapToInt(r -> r.length).boxed().toList() + Stream.of(grid).map(Arrays::toString).collect(Collectors.joining("|")));
        System.out.println(Stream.of("k=v", "a=b").map(s -> s.split("=")).collect(Collectors.toMap(p -> p[0], p -> p[1], (x, y) -> x, TreeMap::new)) + " " + Stream.of(5, 3, 5, 1, 3).collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new), TreeSet::descendingSet)));
        List<Integer> run = new ArrayList<>(); Stream.of(1, 2, 3, 4).reduce(0, (a, b) -> { run.add(a + b); return a + b; }); System.out.println(run);
        System.out.println(Stream.of(1, 2, 3, 4, 5).sorted(Comparator.comparing((Integer x) -> x % 2).thenComparing(Comparator.reverseOrder())).map(String::valueOf).collect(Collectors.joining()) + LongStream.iterate(1, x -> x * 5 % 23).distinct().limit(10).boxed().toList());
    }
}
