//@ check: --search dfs
//@ expect: holds
//@ outputs: ExceptionInInitializerError NoClassDefFoundError
// Exactly one thread runs the failing initialiser; everyone after it gets NoClassDefFoundError.

public class InitialiserFails {
    static class Broken {
        static int value = Integer.parseInt("one");
    }

    static synchronized void touch() {
        try {
            Broken.value++;
        } catch (ExceptionInInitializerError e) {
            System.out.print("ExceptionInInitializerError ");
        } catch (NoClassDefFoundError e) {
            System.out.print("NoClassDefFoundError");
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
        together(() -> touch(), () -> touch());
    }
}
