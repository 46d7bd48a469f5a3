// A thousand threads alive at once, each holding a monitor of its own, and a monitor held ten thousand times.
public class ManyThreads {
    static int count;
    static final Object gate = new Object();
    static boolean open;
    static int deep(int n) { synchronized (gate) { return n == 0 ? 0 : 1 + deep(n - 1); } }
    static synchronized int nested(int n) { return n == 0 ? 0 : 1 + nested(n - 1); }
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[1000];
        for (int i = 0; i < threads.length; i++) {
            Object own = new Object();
            threads[i] = new Thread(() -> {
                synchronized (own) {
                    synchronized (gate) {
                        count++;
                        gate.notifyAll();
                        while (!open) try { gate.wait(); } catch (InterruptedException e) { return; }
                        count--;
                    }
                }
            });
            threads[i].start();
        }
        synchronized (gate) {
            while (count < threads.length) gate.wait();
            System.out.println(count + " wait");
            open = true;
            gate.notifyAll();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(count + " left");
        System.out.println(deep(900) + " " + nested(900));
        synchronized (gate) {
            Thread late = new Thread(() -> { synchronized (gate) { open = false; gate.notifyAll(); } });
            late.start();
            System.out.println(waitDeep(700));
        }
    }
    static int waitDeep(int n) throws Exception {
        synchronized (gate) {
            if (n > 0) return 1 + waitDeep(n - 1);
            while (open) gate.wait();
            return Thread.holdsLock(gate) ? 0 : -1000;
        }
    }
}
