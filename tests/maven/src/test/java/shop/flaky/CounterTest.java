package shop.flaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import shop.Counter;

/** An increment is a read and a write. */
class CounterTest {
    @Test
    void everyVisitorCounts() throws InterruptedException {
        Counter counter = new Counter();
        Thread first = new Thread(counter::visit);
        Thread second = new Thread(counter::visit);
        first.start();
        second.start();
        first.join();
        second.join();
        assertEquals(2, counter.visitors());
    }
}
