//@ library: log4j
import org.apache.logging.log4j.*; import org.apache.logging.log4j.core.config.*; import org.apache.logging.log4j.core.config.builder.api.*; import org.apache.logging.log4j.core.config.builder.impl.*;
/** Log4j 2 configured by a builder: levels, patterns, markers, parameters, thread context. */
public class Log4jLogging {
  public static void main(String[] args) {
    ConfigurationBuilder<BuiltConfiguration> b = ConfigurationBuilderFactory.newConfigurationBuilder();
    b.setStatusLevel(Level.ERROR);
    b.add(b.newAppender("out", "Console").addAttribute("target", "SYSTEM_OUT").add(b.newLayout("PatternLayout").addAttribute("pattern", "%-5level [%t] %c{1} %X{user} %marker %msg%n")));
    b.add(b.newRootLogger(Level.INFO).add(b.newAppenderRef("out")));
    b.add(b.newLogger("quiet", Level.ERROR));
    Configurator.initialize(b.build());
    Logger log = LogManager.getLogger(Log4jLogging.class), quiet = LogManager.getLogger("quiet.child");
    ThreadContext.put("user", "ann");
    log.info("started with {} of {}", 3, "seven"); log.debug("not seen"); log.warn(MarkerManager.getMarker("M"), "marked");
    quiet.warn("not seen"); quiet.error("seen {}", () -> "lazily");
    System.out.println(log.isDebugEnabled() + " " + quiet.getLevel() + " " + LogManager.getContext(false).getClass().getSimpleName());
  }
}
