//@ check: --search dfs
//@ expect: holds
//@ outputs: 10
// Fork, compute, join on a pool of two.

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class RecursiveSum {
    static class Sum extends RecursiveTask<Integer> {
        final int low;
        final int high;

        Sum(int low, int high) {
            this.low = low;
            this.high = high;
        }

        @Override
        protected Integer compute() {
            if (high - low == 1) {
                return low;
            }
            int middle = (low + high) / 2;
            Sum left = new Sum(low, middle);
            left.fork();
            return new Sum(middle, high).compute() + left.join();
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        System.out.println(pool.invoke(new Sum(1, 5)));
    }
}
