//@ check: --search dfs
//@ expect: deadlock
// A's initialiser needs B, B's needs A; two threads start one each and wait for the other's class (JLS 12.4.2).

public class ClassInitialisationDeadlock {
    static class A {
        static int value = B.base() + 1;

        static int base() {
            return 1;
        }
    }

    static class B {
        static int value = A.base() + 1;

        static int base() {
            return 2;
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
        together(() -> A.base(), () -> B.base());
    }
}
