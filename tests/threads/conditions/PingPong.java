//@ check: --search dfs
//@ expect: holds
//@ outputs: ping pong ping pong
// Strict alternation by a turn variable.

public class PingPong {
    static boolean pingsTurn = true;

    static synchronized void say(boolean ping, String text) throws InterruptedException {
        while (pingsTurn != ping) {
            PingPong.class.wait();
        }
        System.out.print(text);
        pingsTurn = !ping;
        PingPong.class.notify();
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
            say(true, "ping ");
            say(true, "ping ");
        }, () -> {
            say(false, "pong ");
            say(false, "pong");
        });
    }
}
