//@ check: --search dfs
//@ expect: holds
//@ outputs: cancelled | ran
// cancel either wins (get throws CancellationException) or loses (the value is there).

import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;

public class CancelRaces {
    /** A body may block; none of these is meant to be interrupted unless it handles that itself. */
    interface Body {
        void run() throws Exception;
    }

    static Thread spawn(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Exception {
        FutureTask<String> task = new FutureTask<>(() -> "ran");
        spawn(task::run);
        boolean cancelled = task.cancel(false);
        String result;
        try {
            result = task.get();
        } catch (CancellationException e) {
            result = "cancelled";
        }
        assert cancelled == result.equals("cancelled");
        System.out.println(result);
    }
}
