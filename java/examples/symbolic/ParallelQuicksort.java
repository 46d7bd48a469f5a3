//@ args: 3 1
//@ quick: 2 1
//@ pse: --target success --min
//@ expect-value: 1
//@ pse: --target failure --max
//@ expect-value: 0
//@ large: 3 2
//@ source: C. A. R. Hoare, Quicksort, Computer Journal 5(1), 1962; the parallel subject of K. Luckow et al., ASE 2014

import hazard.Symbolic;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Quicksort whose left partitions are sorted by a pool of threads; a semaphore counts the elements that are in place.
 *
 * <p>Property: sorted for every input and every schedule. Arguments: elements, each an input in 1..10, and the threads of the
 * pool, which work beside the main thread.
 */
public class ParallelQuicksort {
  private final int[] elements;
  private final ExecutorService pool;
  private final Semaphore inPlace = new Semaphore(0);

  ParallelQuicksort(int[] elements, int workers) {
    this.elements = elements;
    this.pool = Executors.newFixedThreadPool(workers);
  }

  void sort(int low, int high) {
    if (low > high) {
      return;
    }
    if (low == high) {
      inPlace.release();
      return;
    }
    int pivot = elements[high];
    int boundary = low;
    for (int i = low; i < high; i++) {
      if (elements[i] < pivot) {
        swap(i, boundary++);
      }
    }
    swap(boundary, high);
    inPlace.release();
    int middle = boundary;
    pool.execute(() -> sort(low, middle - 1));
    sort(middle + 1, high);
  }

  private void swap(int i, int j) {
    int element = elements[i];
    elements[i] = elements[j];
    elements[j] = element;
  }

  public static void main(String[] args) throws Exception {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int[] elements = new int[count];
    for (int i = 0; i < count; i++) {
      elements[i] = Symbolic.integer("e" + i, 1, 10);
    }
    int workers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    ParallelQuicksort quicksort = new ParallelQuicksort(elements, workers);
    quicksort.sort(0, count - 1);
    quicksort.inPlace.acquire(count);
    quicksort.pool.shutdown();
    for (int i = 1; i < count; i++) {
      assert elements[i - 1] <= elements[i];
    }
  }
}
