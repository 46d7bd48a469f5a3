package shop.sound;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import shop.Price;

/** The sign comes last. */
class PriceTest {
    @Test
    void aKnownPriceIsNotZero() throws InterruptedException {
        Price price = new Price();
        Thread clerk = new Thread(() -> price.publishSafely(250));
        clerk.start();
        assertNotEquals(0, price.read());
        clerk.join();
    }
}
