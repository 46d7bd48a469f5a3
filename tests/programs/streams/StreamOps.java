import java.util.*;
import java.util.function.Function;
import java.util.stream.*;
public class StreamOps {
    static void show(Object o) { System.out.println(o); }
    public static void main(String[] args) {
        List<List<Integer>> nest = List.of(List.of(3, 1), List.of(), List.of(2, 3));
        show(nest.stream().flatMap(List::stream).distinct().sorted().collect(Collectors.toList()));
        show(nest.stream().mapToInt(List::size).max().getAsInt() + " " + nest.stream().flatMapToInt(l -> l.stream().mapToInt(x -> x)).sum());
        show(Stream.of("b", "a", "c").sorted(Collections.reverseOrder()).toList() + " " + Stream.of("bb", "a").sorted(Comparator.comparing(String::length)).toList());
        show(Stream.of(1, 2, 3, 4).reduce(Integer::sum) + " " + Stream.of(1, 2, 3).reduce(10, (a, b) -> a - b) + " " + Stream.of("a", "bb").reduce(0, (n, s) -> n + s.length(), Integer::sum));
        show(Stream.of(5, 3, 8).max(Comparator.naturalOrder()).get() + " " + Stream.<Integer>empty().min(Integer::compare) + " " + Stream.of(1, 2, 3).anyMatch(x -> x == 2) + Stream.of(1).findAny().isPresent());
        show(Arrays.toString(Stream.of("x", "y").toArray(String[]::new)) + Stream.concat(Stream.of(1), Stream.of(2)).count());
        show(Stream.of(1, 2, 3, 4, 5, 6).skip(1).limit(4).filter(x -> x % 2 == 0).map(x -> x * x).peek(x -> System.out.print("<" + x + ">")).collect(Collectors.toList()));
        show(Stream.of("one", "two").map(String::toUpperCase).map(s -> s.charAt(0)).map(String::valueOf).collect(Collectors.joining()));
        show(Stream.of(1, 2).<String>mapMulti((x, c) -> { for (int i = 0; i < x; i++) c.accept(x + "." + i); }).toList());
        show(Stream.iterate(1, x -> x + 1).filter(x -> x % 7 == 0).skip(2).findFirst().get());
        show(Stream.of("a", null, "b").filter(Objects::nonNull).count() + " " + Stream.ofNullable(null).count());
        try { Stream.of(1, 2).toList().add(3); } catch (UnsupportedOperationException e) { System.out.println("immutable " + e.getMessage()); }
        try { Stream.of(3, "x").sorted().toList(); } catch (ClassCastException e) { System.out.println("cannot compare"); }
        List<Integer> src = new ArrayList<>(List.of(1, 2, 3));
        try { src.stream().forEach(x -> src.add(x)); } catch (ConcurrentModificationException e) { System.out.println("CME " + src.size()); }
        show(Stream.of("apple", "bob", "cat").collect(Collectors.toMap(Function.identity(), String::length)).entrySet().stream().sorted(Map.Entry.comparingByKey()).map(Object::toString).collect(Collectors.joining(";")));
        show(Stream.of(1, 2, 3).parallel().isParallel() + " " + Stream.of(1).sequential().unordered().map(x -> x).toList());
        Stream.of(3, 1, 2).sorted().forEachOrdered(System.out::print);
        System.out.println();
        show(Stream.<Stream<String>>of(Stream.of("a"), Stream.of("b", "c")).flatMap(s -> s).toList());
        show(Stream.builder().add(1).add("x").build().map(o -> o.getClass().getSimpleName()).toList());
        show(new TreeMap<>(Map.of("x", 3, "y", 1, "z", 2)).entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()).map(Map.Entry::getKey).toList());
    }
}
