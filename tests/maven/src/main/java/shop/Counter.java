package shop;

/** Counts visitors. */
public class Counter {
    private int visitors;

    public void visit() {
        visitors++;
    }

    public int visitors() {
        return visitors;
    }
}
