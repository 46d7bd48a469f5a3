//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 1 2
// A token passes three stations, each waiting for its number.

public class TokenRing {
    static int token;

    static synchronized void station(int number) throws InterruptedException {
        while (token != number) {
            TokenRing.class.wait();
        }
        System.out.print(number < 2 ? number + " " : "" + number);
        token++;
        TokenRing.class.notifyAll();
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
        together(() -> station(2), () -> station(1), () -> station(0));
    }
}
