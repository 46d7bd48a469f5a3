import java.util.function.*;
public class LinkedListByHand {
    static class Node { int v; Node next, prev; Node(int v) { this.v = v; } }
    Node head, tail; int n;
    void add(int v) { Node x = new Node(v); if (head == null) head = tail = x; else { tail.next = x; x.prev = tail; tail = x; } n++; }
    void removeIf(IntPredicate p) { for (Node x = head; x != null; x = x.next) if (p.test(x.v)) { if (x.prev == null) head = x.next; else x.prev.next = x.next; if (x.next == null) tail = x.prev; else x.next.prev = x.prev; n--; } }
    void reverse() { for (Node x = head; x != null; x = x.prev) { Node t = x.next; x.next = x.prev; x.prev = t; } Node t = head; head = tail; tail = t; }
    static Node sort(Node h) { if (h == null || h.next == null) return h; Node s = h, f = h.next; while (f != null && f.next != null) { s = s.next; f = f.next.next; } Node b = s.next; s.next = null; Node l = sort(h), r = sort(b), d = new Node(0), t = d; while (l != null && r != null) if (l.v <= r.v) { t = t.next = l; l = l.next; } else { t = t.next = r; r = r.next; } t.next = l != null ? l : r; return d.next; }
    @Override public String toString() { StringBuilder b = new StringBuilder("["); for (Node x = head; x != null; x = x.next) b.append(x.v).append(x.next == null ? "" : " "); return b.append("]").append(n).toString(); }
    public static void main(String[] args) {
        LinkedListByHand l = new LinkedListByHand();
        for (int i = 0, x = 7; i < 15; i++, x = x * 11 % 31) l.add(x);
        System.out.println(l); l.removeIf(x -> x % 3 == 0); System.out.println(l); l.reverse(); System.out.println(l + " " + l.head.v + l.tail.v); l.head = sort(l.head); for (Node x = l.head, p = null; x != null; p = x, x = x.next) { x.prev = p; l.tail = x; } System.out.println(l); l.removeIf(x -> true); System.out.println(l + " " + l.head + l.tail);
    }
}
