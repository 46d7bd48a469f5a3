//@ library: pcollections
import org.pcollections.*; import java.util.*;
/** PCollections: persistent vectors, maps, sets, stacks. */
public class PersistentCollections { public static void main(String[] a) { PVector<Integer> v = TreePVector.empty(); for (int i = 0; i < 5; i++) v = v.plus(i * i); PVector<Integer> w = v.with(2, 99).minus(0); System.out.println(v + " " + w); PMap<String, Integer> m = HashTreePMap.<String, Integer>empty().plus("a", 1).plus("b", 2); System.out.println(new TreeMap<>(m.minus("a")) + " " + m.size() + ConsPStack.from(List.of(1, 2)).plus(0) + OrderedPSet.from(List.of(3, 1, 3))); } }
