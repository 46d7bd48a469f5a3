//@ check: --search dfs
//@ expect: exception
// computeIfAbsent that computes the same key again: IllegalStateException, "Recursive update".

import java.util.concurrent.ConcurrentHashMap;

public class RecursiveCompute {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.computeIfAbsent("key", key -> map.computeIfAbsent("key", again -> 1));
    }
}
