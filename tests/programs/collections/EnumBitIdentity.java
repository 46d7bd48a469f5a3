import java.util.*;
public class EnumBitIdentity {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }
    public static void main(String[] args) {
        EnumMap<Day, Integer> m = new EnumMap<>(Day.class);
        m.put(Day.FRI, 5); m.put(Day.MON, 1); m.put(Day.WED, null);
        System.out.println(m + " " + m.containsKey(Day.WED) + m.get(Day.SUN) + m.size() + m.remove(Day.MON) + m.keySet());
        try { m.put(null, 1); } catch (NullPointerException e) { System.out.println("null key"); }
        EnumSet<Day> s = EnumSet.range(Day.TUE, Day.FRI);
        s.remove(Day.WED);
        System.out.println(s + " " + EnumSet.complementOf(s) + EnumSet.noneOf(Day.class) + EnumSet.allOf(Day.class).size() + s.contains(Day.THU) + EnumSet.of(Day.SUN, Day.MON));
        BitSet b = new BitSet();
        b.set(1); b.set(5, 10); b.set(100); b.flip(7); b.clear(5);
        System.out.println(b + " " + b.cardinality() + " " + b.length() + " " + b.size() + " " + b.nextSetBit(10) + " " + b.nextClearBit(8) + " " + b.previousSetBit(99) + " " + b.nextSetBit(101) + b.get(6) + b.hashCode());
        BitSet c = BitSet.valueOf(new long[] {0xF0F0L});
        c.and(b);
        BitSet d = (BitSet) b.clone();
        d.xor(c);
        d.andNot(BitSet.valueOf(new byte[] {2}));
        System.out.println(c + " " + d + " " + b.intersects(c) + Arrays.toString(d.toLongArray()) + d.stream().sum());
        try { b.set(-1); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
        String k1 = new String("k"), k2 = new String("k");
        id.put(k1, 1); id.put(k2, 2);
        System.out.println(id.size() + " " + id.get(k1) + id.get("k") + id.containsValue(2));
        WeakHashMap<String, Integer> w = new WeakHashMap<>();
        String keep = "kept";
        w.put(keep, 1);
        System.out.println(w + " " + w.get("kept") + keep);
        Hashtable<String, Integer> h = new Hashtable<>();
        h.put("one", 1); h.put("two", 2); h.put("three", 3);
        System.out.println(h + " " + h.contains(2) + new TreeSet<>(Collections.list(h.keys())));
        try { h.put("x", null); } catch (NullPointerException e) { System.out.println("no nulls"); }
        boolean[] sieve = new boolean[50];
        BitSet primes = new BitSet();
        primes.set(2, 50);
        for (int p = 2; p * p < 50; p = primes.nextSetBit(p + 1)) for (int q = p * p; q < 50; q += p) primes.clear(q);
        System.out.println(primes);
    }
}
