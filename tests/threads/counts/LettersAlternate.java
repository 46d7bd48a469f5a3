//@ check: --search dfs
//@ expect: holds
//@ outputs: abab
// Turns by a monitor leave one order.
// Outcomes by ../interleaver.py, which counts 13 states and 1 complete paths in its own model of the same steps.

public class LettersAlternate {
    static int turn;

    static synchronized void say(int who, String letter) throws InterruptedException {
        while (turn != who) {
            LettersAlternate.class.wait();
        }
        System.out.print(letter);
        turn = 1 - who;
        LettersAlternate.class.notifyAll();
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
        together(() -> {
            say(0, "a");
            say(0, "a");
        }, () -> {
            say(1, "b");
            say(1, "b");
        });
    }
}
