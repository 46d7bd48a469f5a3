//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// await returns only when both workers have counted down.

import java.util.concurrent.CountDownLatch;

public class LatchCountsDown {
    static final CountDownLatch done = new CountDownLatch(2);
    static int first;
    static int second;

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

    public static void main(String[] args) throws Exception {
        spawn(() -> {
            first = 1;
            done.countDown();
        });
        spawn(() -> {
            second = 2;
            done.countDown();
        });
        done.await();
        System.out.println(first + second);
    }
}
