//@ told: pool-1-thread-1 calls List.add on results
//@ told: pool-1-thread-2 calls List.add on results
//@ told: pool-1-thread-1 calls List.add on results
//@ untold: ThreadPoolExecutor.java
//@ untold: which returns a FutureTask
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two tasks add to a list that is not made for it; what the pool does between them says nothing. */
public class Tasks {
  static void add(List<Integer> list, int number) {
    list.add(number);
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Integer> results = new ArrayList<>();
    Future<?> one = pool.submit(() -> add(results, 1));
    Future<?> two = pool.submit(() -> add(results, 2));
    one.get();
    two.get();
    pool.shutdown();
    if (results.size() != 2) {
      throw new IllegalStateException("one is lost");
    }
  }
}
