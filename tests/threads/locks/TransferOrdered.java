//@ check: --search dfs
//@ expect: holds
//@ outputs: 11 9
// Accounts are locked in the order of their numbers, whatever the direction of the transfer.

public class TransferOrdered {
    static class Account {
        final int number;
        int balance = 10;

        Account(int number) {
            this.number = number;
        }

        void transfer(Account to, int amount) {
            Account first = number < to.number ? this : to;
            Account second = first == this ? to : this;
            synchronized (first) {
                synchronized (second) {
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
        Account mine = new Account(1);
        Account yours = new Account(2);
        together(() -> mine.transfer(yours, 1), () -> yours.transfer(mine, 2));
        System.out.println(mine.balance + " " + yours.balance);
    }
}
