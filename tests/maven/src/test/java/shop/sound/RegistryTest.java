package shop.sound;

import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import shop.Registry;

/** One makes it, the other finds it. */
class RegistryTest {
    private Registry seen;

    @Test
    void thereIsOnlyOne() throws InterruptedException {
        Thread other = new Thread(() -> seen = Registry.getSafely());
        other.start();
        Registry mine = Registry.getSafely();
        other.join();
        assertSame(seen, mine);
    }
}
