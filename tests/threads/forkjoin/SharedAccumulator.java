//@ check: --search dfs
//@ expect: assertion
// Subtasks add to a plain field: an update may be lost.

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class SharedAccumulator {
    static int total;

    static class Add extends RecursiveAction {
        final int amount;

        Add(int amount) {
            this.amount = amount;
        }

        @Override
        protected void compute() {
            total += amount;
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new RecursiveAction() {
            @Override
            protected void compute() {
                invokeAll(new Add(1), new Add(2));
            }
        });
        assert total == 3;
    }
}
