//@ check: --search dfs
//@ expect: exception
// The reference is published before the object it needs: the reader meets a null field.

public class UnsafePublication {
    static class Box {
        Integer content;
    }

    static Box box;

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
            Box fresh = new Box();
            box = fresh;
            fresh.content = 42;
        }, () -> {
            Box seen = box;
            if (seen != null) {
                int value = seen.content;
            }
        });
    }
}
