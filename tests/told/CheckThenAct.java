//@ told: starts, calls ConcurrentHashMap.containsKey on CheckThenAct.counts, which returns false
//@ told: starts, calls ConcurrentHashMap.containsKey on CheckThenAct.counts, which returns false
//@ told: calls ConcurrentHashMap.put on CheckThenAct.counts, which returns null
//@ told: calls ConcurrentHashMap.put on CheckThenAct.counts, which returns 1
//@ told: main calls ConcurrentHashMap.get on CheckThenAct.counts, which returns 1
import java.util.concurrent.ConcurrentHashMap;

/** Both look before either writes; what calls in the middle of a step give back shows it. */
public class CheckThenAct {
  static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

  static void count(String word) {
    if (!counts.containsKey(word)) {
      counts.put(word, 1);
    } else {
      counts.put(word, counts.get(word) + 1);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(() -> count("the"), "one");
    Thread other = new Thread(() -> count("the"), "other");
    one.start();
    other.start();
    one.join();
    other.join();
    if (counts.get("the") != 2) {
      throw new IllegalStateException("one is lost");
    }
  }
}
