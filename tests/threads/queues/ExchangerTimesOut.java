//@ check: --search dfs
//@ expect: holds
//@ outputs: met met | timed out timed out
// Two threads exchange with a time-out: both meet or both give up.

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ExchangerTimesOut {
    static final Exchanger<String> exchanger = new Exchanger<>();
    static String left;
    static String right;

    static String meet() throws InterruptedException {
        try {
            return exchanger.exchange("met", 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return "timed out";
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
        together(() -> left = meet(), () -> right = meet());
        System.out.println(left + " " + right);
    }
}
