//@ outputs: 0 null | 0 7 | 1 null | 1 7
//@ expect: holds
// What a task returns is kept in a plain field, which one can look at before the task is done.
import java.util.concurrent.RecursiveTask;

public class ResultSeenEarly {
    static volatile int computed;

    static class Seven extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            computed = 1;
            return 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Seven task = new Seven();
        Thread other = new Thread(task::invoke);
        other.start();
        int before = computed;
        Integer result = task.getRawResult();
        other.join();
        System.out.println(before + " " + result);
    }
}
