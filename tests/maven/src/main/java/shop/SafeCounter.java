package shop;

/** Counts visitors of several threads. */
public class SafeCounter extends Counter {
    @Override
    public synchronized void visit() {
        super.visit();
    }

    @Override
    public synchronized int visitors() {
        return super.visitors();
    }
}
