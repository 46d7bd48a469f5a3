//@ check: --search dfs
//@ expect: deadlock
// Who leaves does not wait for a successor that is about to link itself in; that one then parks for ever.

import java.util.concurrent.atomic.*;
public class QueueLockForgetsSuccessor {
    // the releasing thread does not wait for its successor to link itself in; the successor parks for ever
    static class Node { volatile boolean locked; volatile Node next; volatile Thread owner; }
    static final AtomicReference<Node> tail = new AtomicReference<>();
    static void lock(Node me) { me.owner = Thread.currentThread(); Node pred = tail.getAndSet(me); if (pred != null) { me.locked = true; pred.next = me; while (me.locked) java.util.concurrent.locks.LockSupport.park(me); } }
    static void unlock(Node me) { if (me.next == null && tail.compareAndSet(me, null)) return; Node n = me.next; if (n != null) { n.locked = false; java.util.concurrent.locks.LockSupport.unpark(n.owner); } }
    public static void main(String[] args) throws Exception { Runnable r = () -> { Node me = new Node(); lock(me); unlock(me); }; for (int i = 0; i < 2; i++) new Thread(r, "T" + i).start(); }
}
