//@ check: --search dfs
//@ expect: assertion
// A parallel forEach with a side effect on a plain array element loses updates.

import java.util.stream.IntStream;

public class ParallelStreamSideEffect {
    public static void main(String[] args) throws Exception {
        int[] total = new int[1];
        IntStream.range(0, 2).parallel().forEach(i -> total[0]++);
        assert total[0] == 2;
    }
}
