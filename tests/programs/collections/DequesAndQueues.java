import java.util.*;
import java.util.concurrent.*;
public class DequesAndQueues {
    static void drive(Deque<Integer> d) {
        d.addFirst(1); d.addLast(2); d.offerFirst(0); d.push(-1); d.add(3);
        System.out.print(d.getClass().getSimpleName() + " " + d + " " + d.peekFirst() + d.peekLast() + d.pop() + d.pollLast() + d.removeFirst() + " " + d);
        for (int i = 0; i < 20; i++) { d.addLast(i); if (i % 3 == 0) d.pollFirst(); }
        d.removeFirstOccurrence(10);
        d.removeLastOccurrence(19);
        d.removeIf(x -> x % 4 == 0);
        Iterator<Integer> it = d.descendingIterator();
        StringBuilder sb = new StringBuilder();
        while (it.hasNext()) { int x = it.next(); if (x == 11) it.remove(); else sb.append(x).append(' '); }
        System.out.println(" " + sb + d.contains(7) + d.size());
        d.clear();
        try { d.pop(); } catch (NoSuchElementException e) { System.out.print("empty " + d.poll() + d.peek()); }
        try { d.add(null); System.out.println(" null allowed"); } catch (NullPointerException e) { System.out.println(" no nulls"); }
    }
    public static void main(String[] args) {
        drive(new ArrayDeque<>());
        drive(new ArrayDeque<>(1));
        drive(new LinkedList<>());
        drive(new ConcurrentLinkedDeque<>());
        drive(new LinkedBlockingDeque<>());
        PriorityQueue<String> pq = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        Collections.addAll(pq, "ccc", "a", "bb", "aaa", "b", "dddd");
        System.out.print(pq.peek() + pq.remove("bb") + pq.size() + ":");
        while (!pq.isEmpty()) System.out.print(pq.poll() + " ");
        System.out.println();
        PriorityQueue<Integer> heap = new PriorityQueue<>(List.of(5, 3, 8, 1, 9, 2));
        System.out.println(heap + " " + new PriorityQueue<>(Collections.reverseOrder()).comparator().compare(1, 2));
        Queue<Integer> q = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
        q.poll();
        System.out.println(q + " " + q.element() + q.offer(9));
        BlockingQueue<Integer> bq = new ArrayBlockingQueue<>(2);
        System.out.println(bq.offer(1) + "" + bq.offer(2) + bq.offer(3) + bq.remainingCapacity() + bq.poll());
        try { bq.add(4); bq.add(5); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        Stack<Integer> st = new Stack<>();
        st.push(1); st.push(2); st.push(3);
        System.out.println(st + " " + st.peek() + st.search(1) + st.pop() + st.get(0) + st.empty());
        try { new Stack<>().pop(); } catch (EmptyStackException e) { System.out.println(e); }
        Vector<Integer> v = new Vector<>(List.of(1, 2));
        v.addElement(3);
        System.out.println(v.elementAt(2) + v.firstElement() + Collections.list(v.elements()).toString());
        List<Integer> drained = new ArrayList<>();
        new PriorityBlockingQueue<>(List.of(3, 1, 2)).drainTo(drained);
        System.out.println(drained);
    }
}
