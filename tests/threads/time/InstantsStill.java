//@ check: --clock still
//@ expect: holds
// Dates go on with sleeps.

import java.time.Duration;
import java.time.Instant;
import java.util.Date;

public class InstantsStill {
    public static void main(String[] args) throws Exception {
        Instant start = Instant.now();
        Thread.sleep(5);
        assert Duration.between(start, Instant.now()).toMillis() == 5;
        Date before = new Date();
        Thread.sleep(1000);
        assert new Date().getTime() - before.getTime() == 1000;
    }
}
