//@ check: --search dfs
//@ expect: holds
//@ outputs: tick
// The task cancels its timer, whose thread then ends.

import java.util.Timer;
import java.util.TimerTask;

public class TimerRunsOnce {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("tick");
                timer.cancel();
            }
        }, 1);
    }
}
