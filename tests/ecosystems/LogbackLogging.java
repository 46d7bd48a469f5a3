//@ library: logback
import ch.qos.logback.classic.*; import ch.qos.logback.classic.encoder.*; import ch.qos.logback.classic.spi.*; import ch.qos.logback.core.*; import org.slf4j.LoggerFactory; import org.slf4j.MDC;
/** Logback behind SLF4J: levels, patterns, the context of a thread. */
public class LogbackLogging {
  public static void main(String[] args) {
    LoggerContext c = (LoggerContext) LoggerFactory.getILoggerFactory(); c.reset();
    PatternLayoutEncoder e = new PatternLayoutEncoder(); e.setContext(c); e.setPattern("%-5level %logger{5} [%X{id}] %msg%n"); e.start();
    ConsoleAppender<ILoggingEvent> a = new ConsoleAppender<>(); a.setContext(c); a.setEncoder(e); a.start();
    ch.qos.logback.classic.Logger root = c.getLogger("ROOT"); root.addAppender(a); root.setLevel(Level.INFO);
    org.slf4j.Logger l = LoggerFactory.getLogger("com.example.Thing"); MDC.put("id", "7");
    l.info("hello {} and {}", "a", 2); l.debug("no"); l.error("bad", new IllegalStateException("x").getMessage()); c.getLogger("com").setLevel(Level.DEBUG); l.debug("yes");
  }
}
