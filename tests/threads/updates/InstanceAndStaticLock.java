//@ check: --search dfs
//@ expect: assertion
// A static synchronized method locks the class, an instance method locks the object: they do not exclude each other.

public class InstanceAndStaticLock {
    static int count;

    static synchronized void byClass() {
        count++;
    }

    synchronized void byObject() {
        count++;
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
        InstanceAndStaticLock object = new InstanceAndStaticLock();
        together(() -> byClass(), () -> object.byObject());
        assert count == 2;
    }
}
