//@ expect: exception
// A skip list's nodes are read plainly, beside fences: a get is a step of its own all the same, so that both may read 0.
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

public class SkipListGetThenPut {
    static final Map<String, Integer> COUNTS = new ConcurrentSkipListMap<>();

    static void increment() {
        COUNTS.put("k", COUNTS.get("k") + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        COUNTS.put("k", 0);
        Thread first = new Thread(SkipListGetThenPut::increment);
        Thread second = new Thread(SkipListGetThenPut::increment);
        first.start();
        second.start();
        first.join();
        second.join();
        if (COUNTS.get("k") != 2) {
            throw new IllegalStateException("lost an increment");
        }
    }
}
