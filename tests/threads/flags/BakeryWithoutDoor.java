//@ check: --search dfs
//@ expect: assertion
// Lamport's bakery without the `choosing` flags: 0 has read number1 as 0 but not yet written its own ticket; 1 takes ticket 1
// and enters, as number0 is still 0; then 0 also holds ticket 1 and, being the smaller customer, enters.

public class BakeryWithoutDoor {
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
            number0 = 1 + number1;
            while (number1 != 0 && number1 < number0) {
                Thread.onSpinWait();
            }
            count++;
            number0 = 0;
        }, () -> {
            number1 = 1 + number0;
            while (number0 != 0 && number0 <= number1) {
                Thread.onSpinWait();
            }
            count++;
            number1 = 0;
        });
        assert count == 2;
    }
}
