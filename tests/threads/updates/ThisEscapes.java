//@ check: --search dfs
//@ expect: assertion
// The constructor registers `this` before it has set the field: the other thread may see the default value, final or not.

public class ThisEscapes {
    static ThisEscapes registered;
    final int value;

    ThisEscapes() {
        registered = this;
        value = 7;
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
        together(() -> new ThisEscapes(), () -> {
            ThisEscapes seen = registered;
            assert seen == null || seen.value == 7;
        });
    }
}
