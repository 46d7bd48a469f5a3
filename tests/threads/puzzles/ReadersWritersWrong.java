//@ check: --search dfs
//@ expect: assertion
// The writer does not wait for readers.

public class ReadersWritersWrong {
    static int readers;
    static boolean writing;
    static int data;

    static synchronized void startRead() throws InterruptedException {
        while (writing) {
            ReadersWritersWrong.class.wait();
        }
        readers++;
    }

    static synchronized void endRead() {
        readers--;
        ReadersWritersWrong.class.notifyAll();
    }

    static synchronized void startWrite() throws InterruptedException {
        while (writing) {
            ReadersWritersWrong.class.wait();
        }
        writing = true;
    }

    static synchronized void endWrite() {
        writing = false;
        ReadersWritersWrong.class.notifyAll();
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
            startRead();
            int before = data;
            assert before == data;
            endRead();
        }, () -> {
            startWrite();
            data++;
            endWrite();
        });
    }
}
