//@ check: --search dfs
//@ expect: deadlock
// The customer wakes the barber before he is asleep: the wake-up is lost, both wait (barber for a customer, customer for him).

public class SleepingBarberForgets {
    static boolean customerThere;
    static boolean served;

    static synchronized void barber() throws InterruptedException {
        SleepingBarberForgets.class.wait();
        served = true;
        SleepingBarberForgets.class.notifyAll();
    }

    static synchronized void customer() throws InterruptedException {
        customerThere = true;
        SleepingBarberForgets.class.notifyAll();
        while (!served) {
            SleepingBarberForgets.class.wait();
        }
    }

    /** A body may block; none of these is meant to be interrupted unless it handles that itself. */
    interface Body {
        void run() throws Exception;
    }

    static Thread spawn(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    static void together(Body... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = spawn(bodies[i]);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws Exception {
        together(() -> barber(), () -> customer());
    }
}
