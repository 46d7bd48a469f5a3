//@ library: vavr
import io.vavr.collection.*; import io.vavr.control.*; import static io.vavr.API.*;
/** Vavr: persistent collections, options, tries, pattern matching, memoised functions. */
public class VavrValues { public static void main(String[] a) { System.out.println(List.of(1, 2, 3).map(x -> x * x).foldLeft(0, Integer::sum) + " " + Try.of(() -> 1 / 0).recover(e -> -1).get() + Option.of(null).getOrElse("none") + Either.right(5).map(x -> (Integer) x + 1)); System.out.println(Match(7).of(Case($(x -> x < 5), "small"), Case($(), "big")) + Stream.iterate(1, x -> x * 2).take(6).toList() + TreeMap.of(2, "b", 1, "a") + Tuple(1, "x").swap() + io.vavr.Function1.of((Integer x) -> x + 1).memoized().apply(4) + HashSet.of(1, 2).union(HashSet.of(2, 3)).size()); } }
