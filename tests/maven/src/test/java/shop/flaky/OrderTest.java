package shop.flaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import shop.Order;

/** Nobody waits for the packing. */
class OrderTest {
    @Test
    void anOrderIsPacked() {
        Order order = new Order();
        order.pack();
        assertEquals("packed", order.state());
    }
}
