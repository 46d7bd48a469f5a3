//@ check: --search dfs
//@ expect: holds
// As SpuriousIf without spurious wake-ups: only the notification ends the wait.

public class SpuriousOff {
    static boolean ready;

    static synchronized void await() throws InterruptedException {
        if (!ready) {
            SpuriousOff.class.wait();
        }
        assert ready;
    }

    static synchronized void set() {
        ready = true;
        SpuriousOff.class.notify();
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
        together(() -> await(), () -> set());
    }
}
