//@ check: --search dfs
//@ expect: holds
//@ outputs: 1
// Compare-and-set on an array element: one winner.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

public class VarHandleArrayElement {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] cells = new int[2];
    static final AtomicInteger winners = new AtomicInteger();

    static void claim(int name) {
        if (ELEMENT.compareAndSet(cells, 1, 0, name)) {
            winners.incrementAndGet();
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
        together(() -> claim(1), () -> claim(2));
        System.out.println(winners);
    }
}
