//@ library: spring
import org.springframework.context.annotation.*; import org.springframework.context.*; import org.springframework.beans.factory.annotation.*; import java.util.*;
/** Spring: annotated configuration, injection, events, scopes, expression language. */
public class SpringContext {
  static class Engine { String start() { return "started"; } }
  static class Car { @Autowired Engine e; @Value("#{ 6 * 7 }") int n; String go() { return e.start() + n; } }
  @Configuration static class Config { @Bean Engine engine() { return new Engine(); } @Bean Car car() { return new Car(); } @Bean @Scope("prototype") List<String> list() { return new ArrayList<>(List.of("x")); } @Bean ApplicationListener<PayloadApplicationEvent<String>> l() { return new ApplicationListener<>() { public void onApplicationEvent(PayloadApplicationEvent<String> e) { System.out.println("event " + e.getPayload()); } }; } }
  public static void main(String[] args) {
    java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.OFF);
    try (AnnotationConfigApplicationContext c = new AnnotationConfigApplicationContext(Config.class)) {
      System.out.println(c.getBean(Car.class).go() + (c.getBean(Car.class) == c.getBean(Car.class)) + (c.getBean("list") == c.getBean("list")));
      c.publishEvent("hello"); System.out.println(Arrays.asList(c.getBeanNamesForType(Engine.class)));
    }
  }
}
