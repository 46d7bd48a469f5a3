//@ library: bytebuddy
import net.bytebuddy.*; import net.bytebuddy.implementation.*; import net.bytebuddy.matcher.ElementMatchers; import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
/** Byte Buddy: subclasses made at run time, with fixed values and delegation. */
public class ByteBuddyClasses {
  public static class Source { public String hi(String n) { return "plain " + n; } }
  public static class Target { public static String intercept(String n) { return "intercepted " + n; } }
  public static void main(String[] args) throws Exception {
    Class<?> t = new ByteBuddy().subclass(Object.class).method(ElementMatchers.named("toString")).intercept(FixedValue.value("made")).make().load(ByteBuddyClasses.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER).getLoaded();
    System.out.println(t.getDeclaredConstructor().newInstance());
    Source s = new ByteBuddy().subclass(Source.class).method(ElementMatchers.named("hi")).intercept(MethodDelegation.to(Target.class)).make().load(ByteBuddyClasses.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER).getLoaded().getDeclaredConstructor().newInstance();
    System.out.println(s.hi("x"));
  }
}
