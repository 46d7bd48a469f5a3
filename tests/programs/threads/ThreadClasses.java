// Threads started one after another, of every kind of declaration: subclasses with fields at every level, statics of thread
// classes, synchronized run methods, sub-sub-classes, anonymous and local ones.
import java.util.*;
import java.util.concurrent.*;

public class ThreadClasses {
    static final List<String> log = Collections.synchronizedList(new ArrayList<>());
    static class WithField extends Thread {
        static int started; Object key; long wide = 7; String text = "t" + started++;
        public void run() { assert key == null; log.add("WithField " + key + wide + text); }
    }
    static class Base extends Thread {
        final Object owner; static final Object STATIC = new Object(); int[] data = {1, 2, 3};
        Base(Object owner) { this.owner = owner; }
        public void run() { log.add("Base " + owner + data.length + (STATIC != null)); }
    }
    static class Derived extends Base { String more = "more"; Derived(Object owner) { super(owner); } }
    static class Deepest extends Derived {
        Deepest next; static Deepest last;
        Deepest(Object owner, Deepest next) { super(owner); this.next = next; last = this; }
        @Override public void run() { super.run(); log.add("Deepest " + more + (next == null) + (last == this)); }
    }
    static class Locked extends Thread {
        int n;
        public synchronized void run() { n++; log.add("Locked " + Thread.holdsLock(this) + n); notifyAll(); }
    }
    static class LockedBelow extends Locked { public synchronized void run() { super.run(); n += 10; } }
    interface Job extends Runnable { default void run() { log.add("Job " + name()); } String name(); }
    enum Jobs implements Job { ONE, TWO { @Override public void run() { log.add("TWO's own"); } } }
    record Recorded(int x) implements Runnable { public synchronized void run() { log.add("record " + x); } }
    static void through(Thread thread) throws Exception { thread.start(); thread.join(); }
    public static void main(String[] args) throws Exception {
        through(new WithField());
        through(new WithField());
        through(new Base("o"));
        through(new Derived(List.of(1)));
        Deepest first = new Deepest("a", null);
        through(first);
        through(new Deepest("b", first));
        through(new Locked());
        LockedBelow below = new LockedBelow();
        through(below);
        log.add("below " + below.n);
        through(new Thread(Jobs.ONE));
        through(new Thread(Jobs.TWO));
        through(new Thread(new Recorded(4)));
        through(new Thread() { long field = 3; public void run() { log.add("anonymous " + field); } });
        int captured = args.length;
        class Local extends Thread { int own = captured + 1; public void run() { log.add("local " + own + captured); } }
        through(new Local());
        through(new Thread(() -> log.add("lambda " + Thread.currentThread().getName()), "named"));
        through(new Thread(ThreadClasses::method));
        FutureTask<Long> task = new FutureTask<>(() -> 5L);
        through(new Thread(task));
        log.add("future " + task.get());
        Locked waited = new Locked();
        synchronized (waited) { waited.start(); while (waited.n == 0) waited.wait(); }
        waited.join();
        log.forEach(System.out::println);
    }
    static synchronized void method() { log.add("method"); }
}
