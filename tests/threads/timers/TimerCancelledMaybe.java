//@ check: --search dfs
//@ expect: holds
//@ outputs: | tick
// cancel from outside may come before or after the task.

import java.util.Timer;
import java.util.TimerTask;

public class TimerCancelledMaybe {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("tick");
            }
        }, 1);
        timer.cancel();
    }
}
