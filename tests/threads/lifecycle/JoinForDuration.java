//@ since: 25
//@ check:
//@ expect: holds
//@ outputs: - | false | true

// Whoever waits for a thread for a while is told whether it has ended: the flag may be up though the thread has not.
import java.time.Duration;

public class JoinForDuration {
    static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> flag = true);
        thread.start();
        System.out.println(flag ? thread.join(Duration.ofMillis(1)) : "-");
        thread.join();
    }
}
