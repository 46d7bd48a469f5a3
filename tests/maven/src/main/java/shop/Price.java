package shop;

/** A price that one thread publishes and another reads. */
public class Price {
    private int cents;
    private volatile boolean known;

    /** Says that the price is known before it is. */
    public void publish(int cents) {
        known = true;
        this.cents = cents;
    }

    public void publishSafely(int cents) {
        this.cents = cents;
        known = true;
    }

    /** The price, or -1 as long as it is not known. */
    public int read() {
        return known ? cents : -1;
    }
}
