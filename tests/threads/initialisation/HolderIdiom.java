//@ check: --search dfs
//@ expect: holds
//@ outputs: 1
// The class-initialisation lock makes the holder idiom safe: one instance, however many ask.

public class HolderIdiom {
    static int created;

    static class Service {
        Service() {
            created++;
        }
    }

    static class Holder {
        static final Service INSTANCE = new Service();
    }

    static Service first;
    static Service second;

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
        together(() -> first = Holder.INSTANCE, () -> second = Holder.INSTANCE);
        assert first == second;
        System.out.println(created);
    }
}
