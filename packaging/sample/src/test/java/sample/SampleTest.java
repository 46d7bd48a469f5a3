package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import hazard.junit.HazardTest;
import java.util.concurrent.atomic.AtomicInteger;

/** A counter without a lock loses an update; one with an atomic variable does not. */
class SampleTest {
  private int plain;

  @HazardTest
  void counts() throws InterruptedException {
    Thread other = new Thread(() -> plain++);
    other.start();
    plain++;
    other.join();
    assertEquals(2, plain);
  }

  @HazardTest
  void countsAtomically() throws InterruptedException {
    AtomicInteger count = new AtomicInteger();
    Thread other = new Thread(count::incrementAndGet);
    other.start();
    count.incrementAndGet();
    other.join();
    assertEquals(2, count.get());
  }
}
