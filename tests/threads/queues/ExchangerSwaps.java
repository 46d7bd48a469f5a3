//@ check: --search dfs
//@ expect: holds
//@ outputs: b a
// Each of two threads receives what the other brought.

import java.util.concurrent.Exchanger;

public class ExchangerSwaps {
    static final Exchanger<String> exchanger = new Exchanger<>();
    static String left;
    static String right;

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
        together(() -> left = exchanger.exchange("a"), () -> right = exchanger.exchange("b"));
        System.out.println(left + " " + right);
    }
}
