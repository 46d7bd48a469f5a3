//@ check: --search dfs
//@ expect: assertion
// main assumes the task ran within its own sleep.

import java.util.Timer;
import java.util.TimerTask;

public class TimerOrderAssumed {
    static volatile boolean ran;

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ran = true;
            }
        }, 1);
        Thread.sleep(50);
        assert ran;
    }
}
