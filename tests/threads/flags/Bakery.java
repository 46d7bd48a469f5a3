//@ check: --search dfs
//@ expect: holds
// Lamport's bakery for two customers (Lamport 1974).

public class Bakery {
    static volatile boolean choosing0;
    static volatile boolean choosing1;
    static volatile int number0;
    static volatile int number1;
    static int count;

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
            choosing0 = true;
            number0 = 1 + number1;
            choosing0 = false;
            while (choosing1) {
                Thread.onSpinWait();
            }
            while (number1 != 0 && number1 < number0) {
                Thread.onSpinWait();
            }
            count++;
            number0 = 0;
        }, () -> {
            choosing1 = true;
            number1 = 1 + number0;
            choosing1 = false;
            while (choosing0) {
                Thread.onSpinWait();
            }
            while (number0 != 0 && number0 <= number1) {
                Thread.onSpinWait();
            }
            count++;
            number1 = 0;
        });
        assert count == 2;
    }
}
