package explored;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import hazard.junit.HazardTest;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

class CounterTest {
    private int visitors;

    @HazardTest
    void everyVisitorCounts() throws InterruptedException {
        twice(() -> visitors++);
        assertEquals(2, visitors);
    }

    @HazardTest(proof = true)
    void everyVisitorCountsSafely() throws InterruptedException {
        AtomicInteger safe = new AtomicInteger();
        twice(safe::incrementAndGet);
        assertEquals(2, safe.get());
    }

    @HazardTest(proof = true, budget = "5s")
    void aDieHasSixSides() {
        int rolled = 1 + new Random().nextInt(6);
        assertTrue(1 <= rolled && rolled <= 6);
    }

    private static void twice(Runnable visit) throws InterruptedException {
        Thread other = new Thread(visit);
        other.start();
        visit.run();
        other.join();
    }
}
