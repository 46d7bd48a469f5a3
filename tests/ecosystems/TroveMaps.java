//@ library: trove
import gnu.trove.map.hash.*; import gnu.trove.list.array.*; import gnu.trove.set.hash.*;
/** Trove: maps, lists and sets of primitives. */
public class TroveMaps { public static void main(String[] a) { TIntIntHashMap m = new TIntIntHashMap(); for (int i = 0; i < 30; i++) m.adjustOrPutValue(i % 4, 1, 1); int[] k = m.keys(); java.util.Arrays.sort(k); System.out.println(java.util.Arrays.toString(k) + m.get(2)); TDoubleArrayList l = new TDoubleArrayList(new double[] {3, 1, 2}); l.sort(); System.out.println(l + " " + l.max() + new TIntHashSet(new int[] {1, 1, 2}).size()); } }
