//@ check: --search dfs
//@ expect: assertion
// The ABA problem: a popper reads head A and its successor B and is suspended; the other thread pops A and B and pushes A
// back; the popper's compare-and-set succeeds and makes the removed B the head.

import java.util.concurrent.atomic.AtomicReference;

public class AbaStack {
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
    static final AtomicReference<Node> head = new AtomicReference<>(a);

    static Node pop() {
        while (true) {
            Node top = head.get();
            if (top == null) {
                return null;
            }
            Node next = top.next;
            if (head.compareAndSet(top, next)) {
                return top;
            }
        }
    }

    static void push(Node node) {
        while (true) {
            Node top = head.get();
            node.next = top;
            if (head.compareAndSet(top, node)) {
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
        assert !(bRemoved && head.get() == b) : "a removed node is back on the stack";
    }
}
