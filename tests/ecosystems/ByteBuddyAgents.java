//@ library: bytebuddyagent
import java.lang.instrument.*; import java.security.*; import java.util.*;
import net.bytebuddy.*; import net.bytebuddy.agent.*; import net.bytebuddy.agent.builder.*; import net.bytebuddy.asm.*;
import net.bytebuddy.dynamic.loading.*; import net.bytebuddy.implementation.*; import net.bytebuddy.matcher.*;
/** Byte Buddy's agent attached to its own process: redefinition, retransformation, transformation of classes as they are loaded. */
public class ByteBuddyAgents {
  public static class Greeter { public String greet() { return "hello"; } public int twice(int n) { return 2 * n; } }
  public static class Late { public String name() { return "late"; } }
  public static class Advised { public int add(int a, int b) { return a + b; } }
  public static class Counting { @Advice.OnMethodExit static void exit(@Advice.Return(readOnly = false) int result) { result = result + 1000; } }
  public static void main(String[] args) throws Exception {
    Instrumentation instrumentation = ByteBuddyAgent.install();
    System.out.println(instrumentation.isRetransformClassesSupported() + " " + instrumentation.isModifiableClass(Greeter.class) + " " + instrumentation.isModifiableClass(int[].class));
    Greeter greeter = new Greeter();
    System.out.println(greeter.greet() + greeter.twice(4));
    ClassReloadingStrategy reloading = ClassReloadingStrategy.fromInstalledAgent();
    new ByteBuddy().redefine(Greeter.class).method(ElementMatchers.named("greet")).intercept(FixedValue.value("redefined")).make().load(Greeter.class.getClassLoader(), reloading);
    System.out.println(greeter.greet() + greeter.twice(5));
    reloading.reset(Greeter.class);
    System.out.println(greeter.greet() + new Greeter().twice(6));
    new AgentBuilder.Default().disableClassFormatChanges().with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .type(ElementMatchers.named("ByteBuddyAgents$Advised"))
        .transform((builder, type, loader, module, domain) -> builder.visit(Advice.to(Counting.class).on(ElementMatchers.named("add")))).installOnByteBuddyAgent();
    System.out.println(new Advised().add(1, 2));
    ClassFileTransformer spy = new ClassFileTransformer() {
      @Override public byte[] transform(ClassLoader loader, String name, Class<?> being, ProtectionDomain domain, byte[] bytes) {
        if ("ByteBuddyAgents$Late".equals(name)) System.out.println("loading " + name + " " + (being == null) + " " + (bytes.length > 100));
        return null;
      }
    };
    instrumentation.addTransformer(spy);
    System.out.println(new Late().name());
    System.out.println(instrumentation.removeTransformer(spy) + " " + instrumentation.removeTransformer(spy));
    try { new ByteBuddy().redefine(Late.class).defineField("more", int.class).make().load(Late.class.getClassLoader(), reloading); System.out.println("no"); }
    catch (UnsupportedOperationException expected) { System.out.println(expected.getMessage()); }
    boolean found = Arrays.asList(instrumentation.getAllLoadedClasses()).contains(Greeter.class);
    System.out.println(found + " " + (instrumentation.getObjectSize(new int[100]) > 400));
  }
}
