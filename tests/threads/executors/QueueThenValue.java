//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 1 | 0 2 | 1 0 | 1 1 | 1 2
// The one worker takes the second task only after the first has ended. Whoever finds the queue empty finds at least
// the first one's value; who finds one task in it may find any value later.

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

public class QueueThenValue {
    static volatile int value;

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        pool.execute(() -> { value = 1; });
        pool.execute(() -> { value = 2; });
        int waiting = pool.getQueue().size();
        System.out.println(waiting + " " + value);
        pool.shutdown();
    }
}
