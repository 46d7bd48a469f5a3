import java.util.*;
public class GraphAlgorithms {
    record Edge(String a, String b, int w) { }
    public static void main(String[] args) {
        List<Edge> es = List.of(new Edge("A", "B", 4), new Edge("A", "C", 2), new Edge("C", "B", 1), new Edge("B", "D", 5), new Edge("C", "D", 8), new Edge("C", "E", 10), new Edge("D", "E", 2), new Edge("E", "F", 3));
        Map<String, List<Edge>> g = new TreeMap<>();
        for (Edge e : es) { g.computeIfAbsent(e.a(), k -> new ArrayList<>()).add(e); g.computeIfAbsent(e.b(), k -> new ArrayList<>()).add(new Edge(e.b(), e.a(), e.w())); }
        Map<String, Integer> dist = new HashMap<>(Map.of("A", 0));
        Map<String, String> prev = new HashMap<>();
        PriorityQueue<Map.Entry<String, Integer>> pq = new PriorityQueue<>(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
        pq.add(Map.entry("A", 0));
        while (!pq.isEmpty()) { var c = pq.poll(); if (c.getValue() > dist.get(c.getKey())) continue; for (Edge e : g.get(c.getKey())) { int d = c.getValue() + e.w(); if (d < dist.getOrDefault(e.b(), Integer.MAX_VALUE)) { dist.put(e.b(), d); prev.put(e.b(), e.a()); pq.add(Map.entry(e.b(), d)); } } }
        System.out.println(new TreeMap<>(dist));
        LinkedList<String> path = new LinkedList<>();
        for (String n = "F"; n != null; n = prev.get(n)) path.addFirst(n);
        System.out.println(String.join("->", path));
        Map<String, String> parent = new HashMap<>();
        g.keySet().forEach(k -> parent.put(k, k));
        int cost = 0;
        List<Edge> sorted = new ArrayList<>(es);
        sorted.sort(Comparator.comparingInt(Edge::w).thenComparing(Edge::a));
        for (Edge e : sorted) { String x = e.a(), y = e.b(); while (!parent.get(x).equals(x)) x = parent.get(x); while (!parent.get(y).equals(y)) y = parent.get(y); if (!x.equals(y)) { parent.put(x, y); cost += e.w(); } }
        System.out.println(cost);
        Deque<String> queue = new ArrayDeque<>(List.of("A"));
        Set<String> seen = new LinkedHashSet<>(queue);
        while (!queue.isEmpty()) for (Edge e : g.get(queue.poll())) if (seen.add(e.b())) queue.add(e.b());
        System.out.println(seen);
        int n = 5;
        int[][] d = new int[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i][j] = i == j ? 0 : (i * 7 + j * 3) % 10 + 1;
        for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i][j] = Math.min(d[i][j], d[i][k] + d[k][j]);
        System.out.println(Arrays.deepToString(d));
    }
}
