package shop.flaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import shop.Catalogue;

/** Looking and putting are two steps. */
class CatalogueTest {
    private int seen;

    @Test
    void anArticleHasOneNumber() throws InterruptedException {
        Catalogue catalogue = new Catalogue();
        Thread other = new Thread(() -> seen = catalogue.number("tea"));
        other.start();
        int mine = catalogue.number("tea");
        other.join();
        assertEquals(seen, mine);
        assertEquals(2, catalogue.number("milk"));
    }
}
