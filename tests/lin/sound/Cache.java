import hazard.Operation;
import hazard.Param;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Looking and putting are one step. */
public class Cache {
  final ConcurrentHashMap<Integer, Integer> values = new ConcurrentHashMap<>();
  final AtomicInteger made = new AtomicInteger();

  @Operation
  public int get(@Param("1:1") int key) {
    return values.computeIfAbsent(key, missing -> made.incrementAndGet());
  }
}
