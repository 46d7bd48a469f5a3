import java.util.*;
import java.util.stream.*;
public class IntStreams {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 5).sum() + " " + IntStream.range(5, 5).max() + " " + IntStream.of(3, 1, 2).min().getAsInt() + " " + IntStream.range(0, 4).average() + " " + IntStream.empty().average());
        System.out.println(IntStream.rangeClosed(1, 20).filter(i -> i % 3 == 0).mapToObj(Integer::toString).collect(Collectors.joining("|")));
        System.out.println(IntStream.iterate(1, i -> i * 2).limit(31).sum() + " " + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + IntStream.of(1, 2, 3).summaryStatistics());
        System.out.println(Arrays.toString(IntStream.range(0, 10).skip(3).limit(4).map(i -> -i).sorted().toArray()) + Arrays.toString(IntStream.concat(IntStream.of(1), IntStream.of(2)).toArray()));
        System.out.println(DoubleStream.of(0.1, 0.2, 0.3).sum() + " " + (0.1 + 0.2 + 0.3) + " " + DoubleStream.iterate(1, d -> d / 2).limit(60).sum() + " " + DoubleStream.of(1, Double.NaN).max() + " " + DoubleStream.generate(() -> 0.1).limit(10).sum());
        System.out.println("hello".chars().mapToObj(c -> (char) c).map(String::valueOf).sorted(Comparator.reverseOrder()).collect(Collectors.toList()) + " " + "mississippi".chars().distinct().count());
        System.out.println(IntStream.range(0, 5).boxed().collect(Collectors.toMap(i -> i, i -> i * i)) + " " + IntStream.rangeClosed(1, 4).mapToLong(i -> 1L << (i * 10)).boxed().collect(Collectors.toList()));
        System.out.println(IntStream.of(1, 2, 3, 4).anyMatch(i -> i > 3) + " " + IntStream.of(1).allMatch(i -> i > 3) + " " + IntStream.empty().noneMatch(i -> true) + " " + IntStream.of(5, 6).findFirst().getAsInt());
        PrimitiveIterator.OfInt it = IntStream.range(0, 3).iterator();
        int s = 0;
        while (it.hasNext()) s = s * 10 + it.nextInt();
        System.out.println(s + " " + IntStream.rangeClosed('a', 'e').mapToObj(c -> "" + (char) c).collect(Collectors.joining()) + IntStream.range(0, 3).asDoubleStream().boxed().collect(Collectors.toList()));
        System.out.println(IntStream.rangeClosed(2, 50).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().collect(Collectors.toList()));
        System.out.println(IntStream.of(Integer.MAX_VALUE, 1).sum() + " " + IntStream.of(Integer.MAX_VALUE, 1).asLongStream().sum() + " " + IntStream.range(0, 10).mapMulti((int v, java.util.function.IntConsumer c) -> { if (v % 2 == 0) { c.accept(v); c.accept(v * v); } }).sum());
        System.out.println(IntStream.range(0, 8).dropWhile(i -> i < 3).takeWhile(i -> i < 6).boxed().toList());
    }
}
