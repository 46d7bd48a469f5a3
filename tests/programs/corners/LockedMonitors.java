import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** The monitors and the locks that a thread holds, with the frames that took them. */
public class LockedMonitors {
    static final Object OUTER = new Object();
    static final ReentrantLock LOCK = new ReentrantLock();

    static synchronized void inner() {
        LOCK.lock();
        try {
            LockSupport.park(OUTER);
        } finally {
            LOCK.unlock();
        }
    }

    static void outer() {
        synchronized (OUTER) {
            inner();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread holder = new Thread(LockedMonitors::outer, "holder");
        holder.start();
        while (holder.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        ThreadInfo info = threads.getThreadInfo(new long[] {holder.getId()}, true, true)[0];
        System.out.println(info.getThreadName() + " " + info.getThreadState() + " " + info.getLockInfo().getClassName());
        for (MonitorInfo monitor : info.getLockedMonitors()) {
            System.out.println(monitor.getClassName() + " " + monitor.getLockedStackFrame());
        }
        System.out.println(info.getLockedSynchronizers().length + " " + info.getLockedSynchronizers()[0].getClassName());
        LockSupport.unpark(holder);
        holder.join();
        System.out.println(threads.getThreadInfo(holder.getId()));
    }
}
