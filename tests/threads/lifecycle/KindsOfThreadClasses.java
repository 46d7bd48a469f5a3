//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// Thread classes with fields and statics at every level, and a run method that takes the thread's own monitor.

public class KindsOfThreadClasses {
    static class Base extends Thread {
        static Object common = new Object();
        final Object owner;
        Base(Object owner) { this.owner = owner; }
    }
    static class Derived extends Base {
        int seen;
        Derived(Object owner) { super(owner); }
        @Override public synchronized void run() { if (owner != common) seen++; }
    }
    static class Deepest extends Derived {
        Deepest(Object owner) { super(owner); }
        @Override public synchronized void run() { super.run(); assert Thread.holdsLock(this); seen++; }
    }

    public static void main(String[] args) throws Exception {
        Derived first = new Derived(args);
        Deepest second = new Deepest(first);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(first.seen + second.seen);
    }
}
