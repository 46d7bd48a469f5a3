package shop.flaky;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import shop.Price;

/** The sign comes before what it stands for. */
class PriceTest {
    @Test
    void aKnownPriceIsNotZero() throws InterruptedException {
        Price price = new Price();
        Thread clerk = new Thread(() -> price.publish(250));
        clerk.start();
        assertNotEquals(0, price.read());
        clerk.join();
    }
}
