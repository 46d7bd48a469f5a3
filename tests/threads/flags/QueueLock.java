//@ check: --search dfs
//@ expect: holds
// The lock of Mellor-Crummey and Scott: who leaves waits until its successor has linked itself in.

import java.util.concurrent.atomic.*;
public class QueueLock {
    static class Node { volatile boolean locked; volatile Node next; }
    static final AtomicReference<Node> tail = new AtomicReference<>(); static int n;
    static void lock(Node me) { Node pred = tail.getAndSet(me); if (pred != null) { me.locked = true; pred.next = me; while (me.locked) Thread.onSpinWait(); } }
    static void unlock(Node me) { if (me.next == null) { if (tail.compareAndSet(me, null)) return; while (me.next == null) Thread.onSpinWait(); } me.next.locked = false; }
    public static void main(String[] args) throws Exception { Runnable r = () -> { Node me = new Node(); lock(me); n++; unlock(me); }; Thread[] ts = new Thread[2]; for (int i = 0; i < 2; i++) (ts[i] = new Thread(r)).start(); for (Thread t : ts) t.join(); if (n != 2) throw new AssertionError(); }
}
