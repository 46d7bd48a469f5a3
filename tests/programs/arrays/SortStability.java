import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
public class SortStability {
    static final class P { final int k, id; P(int k, int id) { this.k = k; this.id = id; } }
    public static void main(String[] args) {
        Random r = new Random(5);
        P[] ps = new P[500];
        for (int i = 0; i < ps.length; i++) ps[i] = new P(r.nextInt(20), i);
        Arrays.sort(ps, Comparator.comparingInt(p -> p.k));
        boolean stable = true;
        for (int i = 1; i < ps.length; i++) stable &= ps[i - 1].k < ps[i].k || ps[i - 1].k == ps[i].k && ps[i - 1].id < ps[i].id;
        System.out.println(stable);
        int[] big = new int[2000];
        for (int i = 0; i < big.length; i++) big[i] = r.nextInt(100000);
        int[] copy = big.clone();
        Arrays.sort(big);
        int[] insertion = copy.clone();
        for (int i = 1; i < 300; i++) { int v = insertion[i], j = i; while (j > 0 && insertion[j - 1] > v) { insertion[j] = insertion[j - 1]; j--; } insertion[j] = v; }
        int[] first = Arrays.copyOf(copy, 300);
        Arrays.sort(first);
        System.out.println(Arrays.equals(first, Arrays.copyOf(insertion, 300)) + " " + Arrays.hashCode(big));
        long[] longs = r.longs(100).sorted().toArray();
        long[] shuffled = longs.clone();
        for (int i = 0; i < 50; i++) { long t = shuffled[i]; shuffled[i] = shuffled[99 - i]; shuffled[99 - i] = t; }
        Arrays.sort(shuffled);
        System.out.println(Arrays.equals(longs, shuffled));
        byte[] bs = new byte[300];
        r.nextBytes(bs);
        Arrays.sort(bs);
        System.out.println(bs[0] + " " + bs[299] + " " + Arrays.hashCode(bs));
        List<Integer> l = new ArrayList<>(List.of(3, 1, 2, 9, 9, 4));
        l.sort(null);
        System.out.println(l);
        try {
            Integer[] bad = new Integer[64];
            Arrays.setAll(bad, i -> (i * 7919) % 64);
            Arrays.sort(bad, (x, y) -> x < y ? 1 : 1);
            System.out.println("no complaint");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Object[] mixed = {"a", 1};
        try { Arrays.sort(mixed); } catch (ClassCastException e) { System.out.println("CCE"); }
    }
}
