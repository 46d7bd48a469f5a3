package shop;

import java.util.concurrent.atomic.AtomicInteger;

/** Articles that can be sold once each. */
public class Stock {
    private final AtomicInteger left;

    public Stock(int articles) {
        left = new AtomicInteger(articles);
    }

    public boolean sell() {
        if (left.get() > 0) {
            left.decrementAndGet();
            return true;
        }
        return false;
    }

    public boolean sellSafely() {
        int seen = left.get();
        while (seen > 0) {
            if (left.compareAndSet(seen, seen - 1)) {
                return true;
            }
            seen = left.get();
        }
        return false;
    }

    public int left() {
        return left.get();
    }
}
