package habits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Exceptions that nobody catches, and what is made of them. */
class HandlersTest {
  /** Fails under every test runner, whatever handler it leaves behind. */
  @Test
  void handlersHideNothing() {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
    assertEquals(2, 1);
  }

  /** Passes under every test runner: none looks at other threads. */
  @Test
  void workersMayDie() throws InterruptedException {
    Thread worker =
        new Thread(
            () -> {
              throw new IllegalStateException("meant so");
            });
    worker.start();
    worker.join();
  }
}
