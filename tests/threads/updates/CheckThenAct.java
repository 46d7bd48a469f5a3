//@ check: --search dfs
//@ expect: assertion
// Both withdrawals pass the test of the balance before either subtracts.

public class CheckThenAct {
    static int balance = 10;

    static void withdraw(int amount) {
        if (balance >= amount) {
            synchronized (CheckThenAct.class) {
                balance -= amount;
            }
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
        together(() -> withdraw(7), () -> withdraw(7));
        assert balance >= 0 : "overdrawn: " + balance;
    }
}
