//@ check: --search dfs
//@ expect: holds
//@ outputs: ab | ba
// A parallel forEach may take its elements in any order.

import java.util.List;

public class ForEachOrder {
    public static void main(String[] args) throws Exception {
        List.of("a", "b").parallelStream().forEach(System.out::print);
    }
}
