package shop.flaky;

import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import shop.Registry;

/** Both may find none and make one. */
class RegistryTest {
    private Registry seen;

    @Test
    void thereIsOnlyOne() throws InterruptedException {
        Thread other = new Thread(() -> seen = Registry.get());
        other.start();
        Registry mine = Registry.get();
        other.join();
        assertSame(seen, mine);
    }
}
