//@ check: --search dfs
//@ expect: holds
// A synchronized method that cannot be entered for want of stack holds nothing: the other thread gets both monitors.

public class ZeroStackReleasesMonitor {
    static synchronized int ofTheClass(int depth) {
        return ofTheClass(depth + 1) + 1;
    }

    synchronized int ofTheObject(int depth) {
        return ofTheObject(depth + 1) + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        ZeroStackReleasesMonitor object = new ZeroStackReleasesMonitor();
        int caught = 0;
        try {
            ofTheClass(0);
        } catch (StackOverflowError e) {
            caught++;
        }
        try {
            object.ofTheObject(0);
        } catch (StackOverflowError e) {
            caught++;
        }
        assert caught == 2;
        assert !Thread.holdsLock(ZeroStackReleasesMonitor.class);
        assert !Thread.holdsLock(object);
        Thread other = new Thread(() -> {
            synchronized (ZeroStackReleasesMonitor.class) {
                synchronized (object) {
                    Thread.yield();
                }
            }
        });
        other.start();
        other.join();
    }
}
