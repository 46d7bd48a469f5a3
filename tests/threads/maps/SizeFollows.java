//@ check: --search dfs
//@ expect: holds
//@ outputs: null 0 | null 1 | 1 0 | 1 1
// ConcurrentHashMap counts after it has put: whoever sees the mapping may still see a size of 0.

import java.util.concurrent.ConcurrentHashMap;

public class SizeFollows {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> map.put(1, 1));
        other.start();
        Integer value = map.get(1);
        int size = map.size();
        System.out.print(value + " " + size);
        other.join();
    }
}
