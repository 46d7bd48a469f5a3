//@ check: --search dfs
//@ expect: assertion
// Testing the other's flag before raising one's own: both find it down and enter.

public class FlagsAfterTest {
    static volatile boolean busy0;
    static volatile boolean busy1;
    static int count;

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
        together(() -> {
            while (busy1) {
                Thread.onSpinWait();
            }
            busy0 = true;
            count++;
            busy0 = false;
        }, () -> {
            while (busy0) {
                Thread.onSpinWait();
            }
            busy1 = true;
            count++;
            busy1 = false;
        });
        assert count == 2;
    }
}
