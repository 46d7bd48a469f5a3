package shop;

/** Somebody waits until somebody else rings. */
public class Bell {
    private boolean rung;

    public synchronized void ring() {
        rung = true;
        notifyAll();
    }

    /** Misses a bell that rang before. */
    public synchronized void await() throws InterruptedException {
        wait();
    }

    public synchronized void awaitSafely() throws InterruptedException {
        while (!rung) {
            wait();
        }
    }
}
