package shop.flaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import shop.Account;

/** Each locks its own account first. */
class AccountTest {
    private Account mine;
    private Account yours;

    @BeforeEach
    void open() {
        mine = new Account(1, 10);
        yours = new Account(2, 10);
    }

    @Nested
    class WhenBothPay {
        @Test
        void nothingIsLost() throws InterruptedException {
            Thread other = new Thread(() -> yours.pay(mine, 3));
            other.start();
            mine.pay(yours, 2);
            other.join();
            assertEquals(20, mine.balance() + yours.balance());
        }
    }
}
