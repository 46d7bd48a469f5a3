package shop.sound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import shop.SafeCounter;

/** Increments exclude each other. */
class CounterTest {
    @Test
    void everyVisitorCounts() throws InterruptedException {
        SafeCounter counter = new SafeCounter();
        Thread first = new Thread(counter::visit);
        Thread second = new Thread(counter::visit);
        first.start();
        second.start();
        first.join();
        second.join();
        assertEquals(2, counter.visitors());
    }
}
