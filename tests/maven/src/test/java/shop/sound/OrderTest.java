package shop.sound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import shop.Order;

/** The test waits for the packing. */
class OrderTest {
    @Test
    void anOrderIsPacked() {
        Order order = new Order();
        order.pack().join();
        assertEquals("packed", order.state());
    }
}
