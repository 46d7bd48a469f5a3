//@ check: --search dfs
//@ expect: holds
// A ticket lock: get-and-increment draws a number, the display shows whose turn it is.

import java.util.concurrent.atomic.AtomicInteger;

public class TicketLock {
    static final AtomicInteger ticket = new AtomicInteger();
    static final AtomicInteger display = new AtomicInteger();
    static int count;

    static void increment() {
        int mine = ticket.getAndIncrement();
        while (display.get() != mine) {
            Thread.onSpinWait();
        }
        count++;
        display.set(mine + 1);
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
        together(() -> increment(), () -> increment());
        assert count == 2;
    }
}
