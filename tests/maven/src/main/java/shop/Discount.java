package shop;

import java.util.Random;

/** A customer draws how many share a voucher. */
public class Discount {
    private final Random random;

    public Discount(Random random) {
        this.random = random;
    }

    /** One draw in ten is zero. */
    public int share(int cents) {
        return cents / random.nextInt(10);
    }

    public int shareSafely(int cents) {
        return cents / (1 + random.nextInt(9));
    }
}
