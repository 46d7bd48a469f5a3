package habits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HabitsTest {
  /** What is mocked. */
  interface Mailer {
    boolean send(String to);
  }

  @TempDir Path folder;
  private int sent;

  @Test
  void surefireSaysHow() {
    assertEquals("yes", System.getProperty("habits.flag"));
    assertEquals("/opt/habits", System.getProperty("habits.home"));
    assertEquals("test", System.getenv("HABITS_STAGE"));
    assertEquals(Path.of("").toAbsolutePath().toString(), System.getProperty("basedir"));
  }

  @Test
  void writesToAFolder() throws Exception {
    Path file = Files.writeString(folder.resolve("note.txt"), "hello");
    assertEquals("hello", Files.readString(file));
  }

  @Test
  void mocks() {
    Mailer mailer = mock(Mailer.class);
    when(mailer.send(anyString())).thenReturn(true);
    assertEquals(true, mailer.send("you"));
  }

  @Test
  void mocksRace() throws InterruptedException {
    Mailer mailer = mock(Mailer.class);
    when(mailer.send("you")).thenReturn(true);
    boolean isKnown = mailer.send("you");
    Runnable task = () -> sent += isKnown ? 1 : 0;
    Thread other = new Thread(task);
    other.start();
    task.run();
    other.join();
    assertEquals(2, sent);
  }

  @RepeatedTest(2)
  void draws() {
    assertNotNull(UUID.randomUUID());
  }
}
