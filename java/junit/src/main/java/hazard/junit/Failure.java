package hazard.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opentest4j.AssertionFailedError;

/** An ordinary test failure: the schedule is its message, and its stack trace is the program's. */
final class Failure {
  /** {@code at java.base/java.util.ArrayList.get(ArrayList.java:427)}. */
  private static final Pattern FRAME = Pattern.compile("\\s*at (?:[^/(]+/)?([^(]+)\\.([^.(]+)\\(([^:)]+)(?::(\\d+))?\\)\\s*");

  private Failure() {}

  static AssertionFailedError of(Map<?, ?> report) {
    StringBuilder message = new StringBuilder(String.valueOf(report.get("message")));
    if ("fails".equals(report.get("verdict"))) {
      message.append("\n  It fails whatever happens.");
    }
    if (report.get("probability") != null) {
      message.append("\n  The probability of these coins is ").append(report.get("probability")).append('.');
    }
    lines(report.get("schedule")).forEach(line -> message.append("\n  ").append(line));
    List<StackTraceElement> frames = new ArrayList<>();
    for (String line : lines(report.get("details"))) {
      Matcher matcher = FRAME.matcher(line);
      if (matcher.matches()) {
        int number = matcher.group(4) == null ? -1 : Integer.parseInt(matcher.group(4));
        frames.add(new StackTraceElement(matcher.group(1), matcher.group(2), matcher.group(3), number));
      } else {
        message.append("\n  ").append(line);
      }
    }
    if (report.get("trace") != null) {
      message.append("\n  hazard replay ").append(report.get("trace"));
    }
    AssertionFailedError failure = new AssertionFailedError(message.toString());
    if (!frames.isEmpty()) {
      failure.setStackTrace(frames.toArray(new StackTraceElement[0]));
    }
    return failure;
  }

  private static List<String> lines(Object value) {
    List<String> lines = new ArrayList<>();
    if (value instanceof List<?>) {
      for (Object line : (List<?>) value) {
        lines.add(String.valueOf(line));
      }
    }
    return lines;
  }
}
