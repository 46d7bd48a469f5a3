//@ check:
//@ expect: assertion
//@ message: an element twice
// A list without a lock: while one thread removes the first element, and the others move up, another finds one of them twice.

import java.util.ArrayList;
import java.util.List;

public class HalfShifted {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        Thread removes = new Thread(() -> list.remove(0));
        removes.start();
        String second = list.get(1);
        String first = list.get(0);
        removes.join();
        if (first == second) {
            throw new AssertionError("an element twice");
        }
    }
}
