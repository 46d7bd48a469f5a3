//@ check: --search dfs
//@ expect: deadlock
// Each transfer locks its own account first: opposite transfers block each other.

public class TransferDeadlock {
    static class Account {
        int balance = 10;

        void transfer(Account to, int amount) {
            synchronized (this) {
                synchronized (to) {
                    balance -= amount;
                    to.balance += amount;
                }
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
        Account mine = new Account();
        Account yours = new Account();
        together(() -> mine.transfer(yours, 1), () -> yours.transfer(mine, 2));
    }
}
