//@ check: --search dfs
//@ expect: holds
//@ outputs: [1, 2]
// collect keeps the encounter order, however the work is split.

import java.util.List;
import java.util.stream.Collectors;

public class ParallelStreamCollect {
    public static void main(String[] args) throws Exception {
        System.out.println(List.of(1, 2).parallelStream().collect(Collectors.toList()));
    }
}
