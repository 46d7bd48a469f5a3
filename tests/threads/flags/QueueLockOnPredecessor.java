//@ check: --search dfs
//@ expect: holds
// The lock of Craig, Landin and Hagersten: each spins on its predecessor.

import java.util.concurrent.atomic.*;
public class QueueLockOnPredecessor {
    static class Node { volatile boolean locked; }
    static final AtomicReference<Node> tail = new AtomicReference<>(new Node()); static int n;
    public static void main(String[] args) throws Exception {
        Runnable r = () -> { Node me = new Node(); me.locked = true; Node pred = tail.getAndSet(me); while (pred.locked) Thread.yield(); n++; me.locked = false; };
        Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) (ts[i] = new Thread(r)).start(); for (Thread t : ts) t.join(); if (n != 3) throw new AssertionError(); }
}
