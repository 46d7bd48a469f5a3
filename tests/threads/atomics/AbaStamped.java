//@ check: --search dfs
//@ expect: holds
// The cure: every change raises a stamp, so that the stale compare-and-set fails.

import java.util.concurrent.atomic.AtomicStampedReference;

public class AbaStamped {
    static class Node {
        final String name;
        Node next;

        Node(String name, Node next) {
            this.name = name;
            this.next = next;
        }
    }

    static final Node b = new Node("B", null);
    static final Node a = new Node("A", b);
    static final AtomicStampedReference<Node> head = new AtomicStampedReference<>(a, 0);

    static Node pop() {
        int[] stamp = new int[1];
        while (true) {
            Node top = head.get(stamp);
            if (top == null) {
                return null;
            }
            Node next = top.next;
            if (head.compareAndSet(top, next, stamp[0], stamp[0] + 1)) {
                return top;
            }
        }
    }

    static void push(Node node) {
        int[] stamp = new int[1];
        while (true) {
            Node top = head.get(stamp);
            node.next = top;
            if (head.compareAndSet(top, node, stamp[0], stamp[0] + 1)) {
                return;
            }
        }
    }

    static boolean bRemoved;

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
        together(() -> pop(), () -> {
            Node first = pop();
            Node second = pop();
            bRemoved = second == b;
            if (first == a) {
                push(first);
            }
        });
        assert !(bRemoved && head.getReference() == b);
    }
}
