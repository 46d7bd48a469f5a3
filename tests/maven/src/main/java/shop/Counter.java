package shop;

/** Counts visitors; not for several threads. */
public class Counter {
    private int visitors;

    public void visit() {
        visitors++;
    }

    public int visitors() {
        return visitors;
    }
}
