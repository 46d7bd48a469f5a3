package shop.sound;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import shop.Bell;

/** Whoever comes late sees that it rang. */
class BellTest {
    @Test
    @Timeout(5)
    void whoeverWaitsHearsIt() throws InterruptedException {
        Bell bell = new Bell();
        Thread ringer = new Thread(bell::ring);
        ringer.start();
        bell.awaitSafely();
        ringer.join();
    }
}
