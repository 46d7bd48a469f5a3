//@ check: --search dfs
//@ expect: holds
//@ outputs: before task after
// The hooks of ThreadPoolExecutor surround the task in its own thread.

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class AfterExecuteHook {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void beforeExecute(Thread thread, Runnable task) {
                System.out.print("before ");
            }

            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
                System.out.print("after");
            }
        };
        pool.execute(() -> System.out.print("task "));
        pool.shutdown();
    }
}
