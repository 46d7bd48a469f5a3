//@ check: --search dfs
//@ expect: deadlock
// get of a task nobody runs.

import java.util.concurrent.FutureTask;

public class FutureTaskNeverRun {
    public static void main(String[] args) throws Exception {
        new FutureTask<>(() -> 5).get();
    }
}
