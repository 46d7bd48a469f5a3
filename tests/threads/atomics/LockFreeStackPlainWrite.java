//@ check: --search dfs
//@ expect: assertion
// The push writes the top without compare-and-set: a node is lost.

import java.util.concurrent.atomic.AtomicReference;

public class LockFreeStackPlainWrite {
    static class Node {
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static final AtomicReference<Node> top = new AtomicReference<>();

    static void push() {
        top.set(new Node(top.get()));
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
        together(() -> push(), () -> push());
        assert top.get().next != null;
    }
}
