package shop.flaky;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shop.Discount;

/** One draw in ten divides by zero. */
class DiscountTest {
    @ParameterizedTest
    @ValueSource(ints = {100, 250})
    void nobodyPaysMore(int cents) {
        assertTrue(new Discount(new Random()).share(cents) <= cents);
    }
}
