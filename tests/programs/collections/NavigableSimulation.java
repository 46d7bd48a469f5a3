import java.util.*;
public class NavigableSimulation {
    record Ev(int at, int seq, String what) implements Comparable<Ev> { public int compareTo(Ev o) { return at != o.at ? Integer.compare(at, o.at) : Integer.compare(seq, o.seq); } }
    public static void main(String[] args) {
        PriorityQueue<Ev> q = new PriorityQueue<>(); int seq = 0; Deque<String> line = new ArrayDeque<>(); Map<String, Integer> wait = new LinkedHashMap<>(); Random r = new Random(17); boolean busy = false;
        for (int i = 0; i < 8; i++) q.add(new Ev(r.nextInt(20), seq++, "arrive c" + i));
        while (!q.isEmpty()) { Ev e = q.poll(); String[] p = e.what().split(" "); if (p[0].equals("arrive")) { wait.put(p[1], -e.at()); line.add(p[1]); } else busy = false; if (!busy && !line.isEmpty()) { String c = line.poll(); wait.merge(c, e.at(), Integer::sum); busy = true; q.add(new Ev(e.at() + 2 + r.nextInt(4), seq++, "leave " + c)); } }
        System.out.println(wait);
        TreeMap<Integer, Integer> intervals = new TreeMap<>(); for (int[] iv : new int[][] {{5, 8}, {1, 3}, {7, 12}, {3, 4}, {20, 25}}) { int lo = iv[0], hi = iv[1]; for (Map.Entry<Integer, Integer> e; (e = intervals.floorEntry(hi)) != null && e.getValue() >= lo; ) { lo = Math.min(lo, e.getKey()); hi = Math.max(hi, e.getValue()); intervals.remove(e.getKey()); } intervals.put(lo, hi); }
        System.out.println(intervals + " " + intervals.floorEntry(10) + intervals.ceilingKey(13));
        TreeMap<Double, String> wheel = new TreeMap<>(); double acc = 0; for (String s : "a:5 b:3 c:2".split(" ")) { acc += Double.parseDouble(s.split(":")[1]); wheel.put(acc, s.substring(0, 1)); } int[] hits = new int[3]; for (int i = 0; i < 1000; i++) hits[wheel.higherEntry(r.nextDouble() * acc).getValue().charAt(0) - 'a']++; System.out.println(Arrays.toString(hits));
    }
}
