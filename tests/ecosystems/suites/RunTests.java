import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the test classes it is given and prints, class by class, one line per test, sorted: its name, and how it ended. */
public class RunTests {
  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    System.setOut(new PrintStream(PrintStream.nullOutputStream()));
    System.setErr(new PrintStream(PrintStream.nullOutputStream()));
    for (String name : args) {
      Map<String, String> results = new TreeMap<>();
      LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
      request.selectors(DiscoverySelectors.selectClass(name));
      LauncherFactory.create().execute(request.build(), new TestExecutionListener() {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
          String end = result.getThrowable().map(thrown -> thrown.getClass().getName()).orElse("");
          if (test.isTest() || !end.isEmpty()) {
            String id = test.getUniqueId().replaceAll("@[0-9a-f]+|\\s+", " ");
            // Tests may bear one name, and those with arguments drawn at random names that say nothing.
            for (int again = 2; results.containsKey(id); again++) {
              id = id.replaceAll(" =\\d+$", "") + " =" + again;
            }
            results.put(id, result.getStatus() + " " + end);
          }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
          results.put(test.getUniqueId(), "SKIPPED");
        }
      });
      results.forEach((test, end) -> out.println(test + "\t" + end));
      out.println("ran " + results.size() + " " + name);
      out.flush();
    }
    System.exit(0);
  }
}
