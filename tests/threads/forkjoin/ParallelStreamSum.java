//@ check: --search dfs
//@ expect: holds
//@ outputs: 10
// A parallel reduction with an associative function.

import java.util.stream.IntStream;

public class ParallelStreamSum {
    public static void main(String[] args) throws Exception {
        System.out.println(IntStream.rangeClosed(1, 4).parallel().sum());
    }
}
