package shop.sound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import shop.Shelf;

/** Whoever is woken looks again. */
class ShelfTest {
    private volatile String taken = "";

    @Test
    void everyoneGetsAnArticle() throws InterruptedException {
        Shelf shelf = new Shelf();
        Thread first = new Thread(() -> take(shelf));
        Thread second = new Thread(() -> take(shelf));
        first.start();
        second.start();
        shelf.put("tea");
        shelf.put("tea");
        first.join();
        second.join();
        assertEquals("teatea", taken);
    }

    private synchronized void note(String article) {
        taken += article;
    }

    private void take(Shelf shelf) {
        try {
            note(shelf.takeSafely());
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
