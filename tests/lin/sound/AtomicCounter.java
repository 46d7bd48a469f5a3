import java.util.concurrent.atomic.AtomicInteger;

/** Each operation is one of an atomic integer. */
public class AtomicCounter {
  final AtomicInteger value = new AtomicInteger();

  public int increment() {
    return value.incrementAndGet();
  }

  public int decrement() {
    return value.decrementAndGet();
  }
}
