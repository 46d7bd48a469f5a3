import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes: what they print, what they are told, their environment, folder and exit values. */
public class Children {
  static String printed(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
  }

  public static void main(String[] args) throws Exception {
    Process echo = new ProcessBuilder("echo", "hello", "two words").start();
    System.out.println(printed(echo) + " " + echo.waitFor());

    Process cat = new ProcessBuilder("cat").start();
    try (OutputStream out = cat.getOutputStream()) {
      out.write("one\ntwo\n".getBytes(StandardCharsets.UTF_8));
    }
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(cat.getInputStream()))) {
      System.out.println(reader.readLine() + "," + reader.readLine() + "," + reader.readLine());
    }
    System.out.println(cat.waitFor() + " " + cat.isAlive() + " " + cat.exitValue());

    Process failing = Runtime.getRuntime().exec(new String[] {"sh", "-c", "echo oops >&2; exit 3"});
    System.out.println(new String(failing.getErrorStream().readAllBytes()).trim() + " " + failing.waitFor());

    ProcessBuilder merged = new ProcessBuilder("sh", "-c", "echo out; echo err >&2").redirectErrorStream(true);
    System.out.println(printed(merged.start()).replace('\n', '|'));

    ProcessBuilder placed = new ProcessBuilder("sh", "-c", "pwd; echo $COLOUR; echo ${HOME:-none}");
    placed.directory(new File("/usr"));
    placed.environment().clear();
    placed.environment().put("COLOUR", "blue");
    placed.environment().put("PATH", "/usr/bin:/bin");
    System.out.println(printed(placed.start()).replace('\n', '|'));

    try {
      new ProcessBuilder("no-such-program-here").start();
    } catch (IOException expected) {
      System.out.println(expected.getMessage());
    }

    Process sleeping = new ProcessBuilder("sleep", "60").start();
    System.out.println(sleeping.isAlive() + " " + sleeping.waitFor(20, TimeUnit.MILLISECONDS));
    sleeping.destroy();
    System.out.println(sleeping.waitFor());

    List<String> words = new java.util.ArrayList<>();
    Process many = new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done").start();
    Thread reader = new Thread(() -> {
      try (BufferedReader lines = new BufferedReader(new InputStreamReader(many.getInputStream()))) {
        lines.lines().forEach(words::add);
      } catch (IOException e) {
        words.add(e.toString());
      }
    });
    reader.start();
    System.out.println(many.waitFor());
    reader.join();
    System.out.println(words.size() + " " + words.get(1999));
    System.out.println(many.onExit().get().exitValue());
  }
}
