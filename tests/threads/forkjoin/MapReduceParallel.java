//@ check: --search dfs
//@ expect: holds
//@ outputs: 6
// A parallel reduction over a ConcurrentHashMap.

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class MapReduceParallel {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(Map.of(1, 1, 2, 2, 3, 3));
        System.out.println(map.reduceValues(1, Integer::sum));
    }
}
