/** Threads that are suspended, resumed and stopped, as the JDK at hand has it. */
public class StoppedThreads {
    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(1000);
                }
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        sleeper.start();
        tell("suspend", sleeper);
        tell("resume", sleeper);
        sleeper.interrupt();
        sleeper.join();
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            try {
                synchronized (lock) {
                    while (true) {
                        lock.wait();
                    }
                }
            } catch (ThreadDeath death) {
                System.out.println("stopped, holds the lock: " + Thread.holdsLock(lock));
                throw death;
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        tell("stop", waiter);
        waiter.interrupt();
        waiter.join();
        System.out.println(waiter.getState());
        Thread.UncaughtExceptionHandler handler = (thread, thrown) -> {
            System.out.println(thrown.getMessage());
            throw new RuntimeException("nobody hears of it");
        };
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("handled");
        });
        failing.setUncaughtExceptionHandler(handler);
        failing.start();
        failing.join();
    }

    /// Newer JDKs refuse some of these, and lack others.
    private static void tell(String what, Thread thread) throws Exception {
        try {
            Thread.class.getMethod(what).invoke(thread);
            System.out.println(what);
        } catch (NoSuchMethodException | java.lang.reflect.InvocationTargetException e) {
            System.out.println(what + " is not supported");
        }
    }
}
