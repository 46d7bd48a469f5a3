//@ check: --search dfs
//@ expect: exception
// An exception in a task kills the timer's thread.

import java.util.Timer;
import java.util.TimerTask;

public class TimerTaskThrows {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                throw new IllegalStateException("task");
            }
        }, 0);
    }
}
