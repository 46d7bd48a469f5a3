//@ check: --search dfs
//@ expect: holds
//@ outputs: abcde | abecd | cdabe | cdeab | eabcd | ecdab
// Words printed under one lock stay whole: 3! orders.
// Outcomes by ../interleaver.py, which counts 56 states and 6 complete paths in its own model of the same steps.

public class LettersLocked {
    static synchronized void print(char... word) {
        for (char letter : word) {
            System.out.print(letter);
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
        together(() -> print('a', 'b'), () -> print('c', 'd'), () -> print('e'));
    }
}
