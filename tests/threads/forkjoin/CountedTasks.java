//@ check: --search dfs
//@ expect: holds
//@ outputs: 2
// A CountedCompleter completes when its pending count is used up.

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.atomic.AtomicInteger;

public class CountedTasks {
    static final AtomicInteger leaves = new AtomicInteger();

    static class Leaf extends CountedCompleter<Void> {
        Leaf(CountedCompleter<?> parent) {
            super(parent);
        }

        @Override
        public void compute() {
            leaves.incrementAndGet();
            tryComplete();
        }
    }

    static class Root extends CountedCompleter<Void> {
        @Override
        public void compute() {
            setPendingCount(2);
            new Leaf(this).fork();
            new Leaf(this).fork();
            tryComplete();
        }
    }

    public static void main(String[] args) throws Exception {
        new Root().invoke();
        System.out.println(leaves);
    }
}
