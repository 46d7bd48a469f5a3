//@ check:
//@ expect: assertion
// The comparator forgets to compare equal priorities by name, so that a TreeMap takes two tasks for one.
import hazard.Nondet;
import java.util.*;
import java.util.stream.*;
public class LambdaCollectionBug {
    record Task(String name, int priority) { }
    public static void main(String[] args) {
        List<Task> tasks = Stream.of("a", "b", "c").map(n -> new Task(n, Nondet.choose(1, 3))).collect(Collectors.toList());
        TreeMap<Task, String> order = new TreeMap<>(Comparator.comparingInt(Task::priority));
        tasks.forEach(t -> order.put(t, t.name()));
        assert order.size() == tasks.size() : order.values();
    }
}
