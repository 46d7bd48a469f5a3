//@ library: eclipsecollections
import org.eclipse.collections.api.factory.*; import org.eclipse.collections.impl.factory.primitive.*;
/** Eclipse Collections: lists, bags, multimaps, primitives, lazy evaluation. */
public class EclipseCollections { public static void main(String[] a) { System.out.println(Lists.mutable.of(3, 1, 2).toSortedList().collect(x -> x * 2).select(x -> x > 2)); System.out.println(Bags.mutable.of("a", "b", "a").topOccurrences(1) + " " + IntLists.mutable.of(1, 2, 3).sum() + IntIntMaps.mutable.of(1, 2).get(1) + Lists.immutable.of(1, 2, 3, 4).partition(x -> x % 2 == 0).getSelected() + Lists.mutable.of("x", "yy").groupBy(String::length)); } }
