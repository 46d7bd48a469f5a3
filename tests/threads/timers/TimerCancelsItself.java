//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// The third run cancels the timer, and nothing comes after it.

import java.util.Timer;
import java.util.TimerTask;

public class TimerCancelsItself {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            int runs;
        
            public void run() {
                if (++runs == 3) {
                    timer.cancel();
                    System.out.println(runs);
                }
            }
        }, 1, 1);
    }
}
