//@ check: --search dfs
//@ expect: holds
//@ outputs: [1, 2, 3]
// Arrays.parallelSort of a short array sorts in the calling thread.

import java.util.Arrays;

public class ParallelSort {
    public static void main(String[] args) throws Exception {
        int[] cells = {3, 1, 2};
        Arrays.parallelSort(cells);
        System.out.println(Arrays.toString(cells));
    }
}
