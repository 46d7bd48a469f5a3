package shop.flaky;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shop.Raffle;

/** The same customer may win twice. */
class RaffleTest {
    @TestFactory
    Stream<DynamicTest> nobodyWinsTwice() {
        return Stream.of(3, 8).map(customers -> dynamicTest(customers + " customers", () -> {
            int[] winners = new Raffle().draw(customers);
            assertNotEquals(winners[0], winners[1]);
        }));
    }
}
