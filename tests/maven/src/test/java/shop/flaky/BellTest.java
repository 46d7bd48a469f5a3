package shop.flaky;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import shop.Bell;

/** The bell may ring before anybody waits. */
class BellTest {
    @Test
    @Timeout(5)
    void whoeverWaitsHearsIt() throws InterruptedException {
        Bell bell = new Bell();
        Thread ringer = new Thread(bell::ring);
        ringer.start();
        bell.await();
        ringer.join();
    }
}
