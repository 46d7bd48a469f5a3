package shop.sound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import shop.Catalogue;

/** Looking and putting are one step. */
class CatalogueTest {
    private int seen;

    @Test
    void anArticleHasOneNumber() throws InterruptedException {
        Catalogue catalogue = new Catalogue();
        Thread other = new Thread(() -> seen = catalogue.numberSafely("tea"));
        other.start();
        int mine = catalogue.numberSafely("tea");
        other.join();
        assertEquals(seen, mine);
        assertEquals(2, catalogue.numberSafely("milk"));
    }
}
