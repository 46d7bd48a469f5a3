package shop.flaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A plain list is not for several threads. */
class BasketTest {
    @Test
    void everythingIsInTheBasket() throws InterruptedException {
        List<String> basket = new ArrayList<>();
        ExecutorService customers = Executors.newFixedThreadPool(2);
        customers.execute(() -> basket.add("tea"));
        customers.execute(() -> basket.add("milk"));
        customers.shutdown();
        customers.awaitTermination(1, TimeUnit.MINUTES);
        assertEquals(2, basket.size());
    }
}
