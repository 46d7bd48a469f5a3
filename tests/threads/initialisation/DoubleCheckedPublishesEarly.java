//@ check: --search dfs
//@ expect: assertion
// The instance is published inside the lock before it is filled; the unlocked fast path hands it out half made.

public class DoubleCheckedPublishesEarly {
    static class Service {
        int port;
    }

    static volatile Service instance;

    static Service get() {
        if (instance == null) {
            synchronized (DoubleCheckedPublishesEarly.class) {
                if (instance == null) {
                    instance = new Service();
                    instance.port = 80;
                }
            }
        }
        return instance;
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
        together(() -> get(), () -> {
            assert get().port == 80;
        });
    }
}
