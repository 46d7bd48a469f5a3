//@ check: --search dfs
//@ expect: holds
//@ outputs: [] | [1] | [1, 2] | [2]
// A weakly consistent iterator may miss what was put first and show what was put later.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

public class IterationSeesSome {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> {
            map.put(1, 1);
            map.put(2, 2);
        });
        other.start();
        List<Integer> seen = new ArrayList<>();
        for (Integer key : map.keySet()) {
            seen.add(key);
        }
        other.join();
        System.out.print(seen);
    }
}
