//@ library: hppc
import com.carrotsearch.hppc.BitSet;
import com.carrotsearch.hppc.IntArrayDeque;
import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.IntObjectHashMap;
import com.carrotsearch.hppc.LongIntHashMap;
import com.carrotsearch.hppc.ObjectIntHashMap;
import com.carrotsearch.hppc.cursors.IntCursor;
import java.util.Arrays;

/** Lists, deques, maps and sets of primitives. */
public class HppcContainers {
  public static void main(String[] args) {
    IntArrayList list = new IntArrayList();
    for (int i = 0; i < 50; i++) {
      list.add(i * i % 17);
    }
    list.removeAll(4);
    int sum = 0;
    for (IntCursor cursor : list) {
      sum += cursor.index * cursor.value;
    }
    System.out.println(list.size() + " " + sum + " " + list.indexOf(9));
    LongIntHashMap counts = new LongIntHashMap();
    for (long i = 0; i < 1000; i++) {
      counts.putOrAdd(i * i * i % 31, 1, 1);
    }
    long[] keys = counts.keys().toArray();
    Arrays.sort(keys);
    System.out.println(Arrays.toString(keys) + " " + counts.get(8) + " " + counts.containsKey(100));
    IntArrayDeque deque = new IntArrayDeque();
    deque.addFirst(1);
    deque.addLast(2);
    deque.addFirst(0);
    System.out.println(Arrays.toString(deque.toArray()) + " " + deque.removeLast());
    IntObjectHashMap<String> names = IntObjectHashMap.from(new int[] {3, 5}, new String[] {"three", "five"});
    System.out.println(names.get(5) + " " + names.getOrDefault(4, "none") + " " + names.size());
    ObjectIntHashMap<String> weights = new ObjectIntHashMap<>();
    weights.put("a", 7);
    System.out.println(weights.addTo("a", 5) + " " + weights.addTo("b", 1));
    BitSet bits = new BitSet(200);
    bits.set(3);
    bits.set(150);
    System.out.println(bits.cardinality() + " " + bits.nextSetBit(4));
  }
}
