//@ told: waits for work in a pool, and nobody is left to give it any, or to shut the pool down
//@ untold: waits for a condition
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The task is done, but the program never ends, for its pool still waits for the next one. */
public class PoolLeftOpen {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    System.out.println(pool.submit(() -> 42).get());
  }
}
