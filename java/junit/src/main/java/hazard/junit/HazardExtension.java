package hazard.junit;

import java.io.File;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Has a test explored by the native program, with the class path that it runs with. */
public final class HazardExtension implements InvocationInterceptor {
  /** Set by whoever runs the test inside the machine. */
  private static final String EXPLORING = "hazard.exploring";

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) throws Throwable {
    Method method = called.getExecutable();
    HazardTest asked = AnnotationSupport.findAnnotation(method, HazardTest.class).orElse(null);
    if (asked == null || Boolean.getBoolean(EXPLORING)) {
      invocation.proceed();
      return;
    }
    invocation.skip();
    Binary binary = Binary.find();
    if (!asked.replay().isEmpty()) {
      replay(binary, asked.replay());
      return;
    }
    explore(binary, asked, called.getTargetClass(), method, context);
  }

  private static void replay(Binary binary, String file) throws Exception {
    Binary.Finished finished = binary.run(List.of("replay", file));
    if (finished.status() == 1) {
      throw new AssertionFailedError(finished.out());
    }
    if (finished.status() != 0) {
      throw new IllegalStateException("the schedule " + file + " does not run again: " + finished.err().trim());
    }
  }

  private static void explore(
      Binary binary, HazardTest asked, Class<?> type, Method method, ExtensionContext context) throws Exception {
    List<String> words = new ArrayList<>(List.of("test", "-cp", classPath()));
    words.add(type.getName() + "#" + method.getName());
    words.addAll(List.of("--unique-id", context.getUniqueId()));
    words.addAll(List.of("--jdk", System.getProperty("java.home"), "--json", "-", "--threads", "1"));
    words.addAll(List.of("--budget", asked.budget(), "--seed", Long.toString(asked.seed())));
    option(words, "--search", asked.search());
    option(words, "--timeouts", asked.timeouts());
    option(words, "--property", asked.properties());
    Binary.Finished finished = binary.run(words);
    List<?> tests = finished.out().isBlank() ? List.of() : (List<?>) Json.object(finished.out()).get("tests");
    if (tests == null || tests.isEmpty()) {
      throw new IllegalStateException("the test cannot be explored: " + finished.err().trim());
    }
    boolean isOpen = false;
    for (Object each : tests) {
      Map<?, ?> report = (Map<?, ?>) each;
      String verdict = (String) report.get("verdict");
      switch (verdict) {
        case "violated":
        case "fails":
          throw Failure.of(report);
        case "unsupported":
          throw new TestAbortedException("it cannot be explored: " + report.get("message"));
        case "open":
          isOpen = true;
          break;
        default:
      }
      context.publishReportEntry("hazard", verdict + ", " + report.get("states") + " states");
    }
    if (isOpen && asked.proof()) {
      throw new AssertionFailedError(
          "no failure was found, but not everything was explored within " + asked.budget() + "; give it a larger budget");
    }
  }

  private static void option(List<String> words, String name, String value) {
    if (!value.isEmpty()) {
      words.add(name);
      words.add(value);
    }
  }

  /** Build tools hide the real class path behind a jar whose manifest names it; surefire tells it by a property. */
  private static String classPath() {
    String tests = System.getProperty("surefire.test.class.path");
    String whole = tests == null || tests.isEmpty() ? System.getProperty("java.class.path") : tests;
    List<String> there = new ArrayList<>();
    for (String entry : whole.split(File.pathSeparator)) {
      // A project without main classes has no folder for them.
      if (new File(entry).exists()) {
        there.add(entry);
      }
    }
    return String.join(File.pathSeparator, there);
  }
}
