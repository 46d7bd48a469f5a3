package shop.sound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import shop.Stock;

/** Whoever comes late sells nothing. */
class StockTest {
    @Test
    void theLastArticleIsSoldOnce() throws InterruptedException {
        Stock stock = new Stock(1);
        AtomicInteger sold = new AtomicInteger();
        Runnable customer = () -> {
            if (stock.sellSafely()) {
                sold.incrementAndGet();
            }
        };
        Thread first = new Thread(customer);
        Thread second = new Thread(customer);
        first.start();
        second.start();
        first.join();
        second.join();
        assertEquals(1, sold.get());
        assertEquals(0, stock.left());
    }
}
