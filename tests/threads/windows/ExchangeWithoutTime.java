//@ since: 25
//@ check: --search dfs
//@ expect: holds
//@ outputs: late late | b a
// What is offered for an exchange may be taken, also if the time is up when it is offered.

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ExchangeWithoutTime {
    static final Exchanger<String> exchanger = new Exchanger<>();
    static String first, second;

    static String exchange(String own) {
        try {
            return exchanger.exchange(own, 0, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return "late";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> second = exchange("b"));
        other.start();
        first = exchange("a");
        other.join();
        System.out.println(first + " " + second);
    }
}
