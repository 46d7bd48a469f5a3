//@ check: --search dfs
//@ expect: holds
// Two periodic tasks of one timer, for ever.

import java.util.Timer;
import java.util.TimerTask;

public class TwoRates {
    static volatile int value;

    static class Writer extends TimerTask {
        final int written;

        Writer(int written) {
            this.written = written;
        }

        public void run() {
            value = written;
        }
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        timer.scheduleAtFixedRate(new Writer(1), 10, 10);
        timer.scheduleAtFixedRate(new Writer(2), 5, 20);
    }
}
