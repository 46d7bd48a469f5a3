import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;
import jdk.internal.org.objectweb.asm.Type;

/**
 * Runs programs many times on a plain Java virtual machine and compares how often the events in their headers happen
 * with the expected values: a check of programs and expectations against each other that needs no Hazard.
 *
 * <p>Each run gets fresh classes (their static fields start anew), in which calls to {@link #happened} have been woven
 * where a label or a reward of the header asks for it. See sample.sh for how to start it.
 */
public final class Sampler {
  /** How many standard deviations a frequency may be off; among a few hundred questions 4.5 hardly happens. */
  private static final double DEVIATIONS = 4.5;

  private static final Pattern NAMED = Pattern.compile("\"(\\w+)\" = (\\w+)(?::([^=]*)(?:=(.*))?)?");
  private static final Pattern QUESTION = Pattern.compile("(?:P=\\? \\[ F|R\\{)\\s*\"(\\w+)\".*");

  /** What happened in the current run: for each event of the header, how often. */
  private static final Map<String, Integer> counts = new HashMap<>();

  private Sampler() {}

  /** One label or reward: its name, what happens (invoked, …), where, and with which value if that matters. */
  private record Event(String name, String kind, String place, String value) {}

  public static void happened(String name) {
    counts.merge(name, 1, Integer::sum);
  }

  public static void happened(int value, String name, int wanted) {
    if (value == wanted) {
      happened(name);
    }
  }

  public static void thrown(Throwable throwable, String name, String type) {
    if (throwable.getClass().getName().equals(type)) {
      happened(name);
    }
  }

  public static void main(String[] args) throws Exception {
    int runs = Integer.parseInt(args[0]);
    Path classes = Path.of(args[1]);
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    boolean good = true;
    for (int i = 2; i < args.length; i++) {
      good &= check(Path.of(args[i]), classes, runs, out);
    }
    System.exit(good ? 0 : 1);
  }

  private static boolean check(Path source, Path classes, int runs, PrintStream out) throws Exception {
    String program = source.getFileName().toString().replace(".java", "");
    String[] arguments = {};
    List<Event> events = new ArrayList<>();
    List<String> questions = new ArrayList<>();
    for (String line : Files.readAllLines(source)) {
      if (line.startsWith("//@ args:") && !line.substring(9).isBlank()) {
        arguments = line.substring(9).trim().split(" +");
      } else if (line.startsWith("//@ label:") || line.startsWith("//@ reward:")) {
        Matcher named = NAMED.matcher(line.substring(line.indexOf(':') + 1).trim());
        if (!named.matches()) {
          throw new IllegalArgumentException(source + ": " + line);
        }
        events.add(new Event(named.group(1), named.group(2), named.group(3), named.group(4)));
      } else if (line.startsWith("//@ ask:")) {
        questions.add(line.substring(8).trim());
      }
    }
    double[] sums = new double[questions.size()];
    double[] squares = new double[questions.size()];
    for (int run = 0; run < runs; run++) {
      counts.clear();
      Class<?> main = new Weaver(classes, events).loadClass(program);
      try {
        main.getMethod("main", String[].class).invoke(null, (Object) arguments);
      } catch (java.lang.reflect.InvocationTargetException uncaught) {
        happened("uncaught");
      }
      for (int q = 0; q < sums.length; q++) {
        double value = answer(questions.get(q));
        sums[q] += value;
        squares[q] += value * value;
      }
    }
    boolean good = true;
    for (int q = 0; q < sums.length; q++) {
      String question = questions.get(q);
      double expected = number(question.substring(question.lastIndexOf(" = ") + 3));
      double mean = sums[q] / runs;
      double deviation = Math.sqrt(Math.max(squares[q] / runs - mean * mean, 0) / runs);
      if (question.startsWith("P")) {
        deviation = Math.sqrt(expected * (1 - expected) / runs);
      }
      boolean close = Math.abs(mean - expected) <= DEVIATIONS * deviation + 1e-9;
      good &= close;
      out.printf("%-5s %-34s %-44s %.5f sampled %.5f%n", close ? "ok" : "FAR", program, question, expected, mean);
    }
    return good;
  }

  private static double answer(String question) {
    Matcher matcher = QUESTION.matcher(question);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(question);
    }
    int count = counts.getOrDefault(matcher.group(1), 0);
    return question.startsWith("P") ? Math.min(count, 1) : count;
  }

  private static double number(String fraction) {
    String[] parts = fraction.trim().split("/");
    double value = Double.parseDouble(parts[0]);
    return parts.length == 1 ? value : value / Double.parseDouble(parts[1]);
  }

  /** Loads the classes of the programs itself, with the events woven in, and all others as usual. */
  private static final class Weaver extends ClassLoader {
    private final Path classes;
    private final List<Event> events;

    Weaver(Path classes, List<Event> events) {
      super(Sampler.class.getClassLoader());
      this.classes = classes;
      this.events = events;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Path file = classes.resolve(name.replace('.', '/') + ".class");
      if (findLoadedClass(name) != null || !Files.exists(file)) {
        return super.loadClass(name, resolve);
      }
      try {
        ClassReader reader = new ClassReader(Files.readAllBytes(file));
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new WovenClass(writer, name, events), 0);
        byte[] bytes = writer.toByteArray();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }

  private static final class WovenClass extends ClassVisitor {
    private final String className;
    private final List<Event> events;

    WovenClass(ClassVisitor next, String className, List<Event> events) {
      super(Opcodes.ASM8, next);
      this.className = className;
      this.events = events;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
      StringBuilder place = new StringBuilder(className + "." + name + "(");
      for (Type type : Type.getArgumentTypes(descriptor)) {
        place.append(place.charAt(place.length() - 1) == '(' ? "" : ",").append(type.getClassName());
      }
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
      return new WovenMethod(next, place.append(')').toString(), events);
    }
  }

  private static final class WovenMethod extends MethodVisitor {
    private static final String SAMPLER = "Sampler";

    private final String place;
    private final List<Event> events;

    WovenMethod(MethodVisitor next, String place, List<Event> events) {
      super(Opcodes.ASM8, next);
      this.place = place;
      this.events = events;
    }

    private void report(Event event) {
      super.visitLdcInsn(event.name());
      super.visitMethodInsn(Opcodes.INVOKESTATIC, SAMPLER, "happened", "(Ljava/lang/String;)V", false);
    }

    /** Reports the int on top of the stack, which stays there. */
    private void reportValue(Event event) {
      int wanted =
          switch (event.value()) {
            case "true" -> 1;
            case "false" -> 0;
            default -> Integer.parseInt(event.value());
          };
      super.visitInsn(Opcodes.DUP);
      super.visitLdcInsn(event.name());
      super.visitLdcInsn(wanted);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, SAMPLER, "happened", "(ILjava/lang/String;I)V", false);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      for (Event event : events) {
        if (event.kind().equals("invoked") && place.equals(event.place())) {
          report(event);
        }
      }
    }

    @Override
    public void visitInsn(int opcode) {
      for (Event event : events) {
        if (event.kind().equals("returned") && place.equals(event.place())) {
          if (event.value() == null && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            report(event);
          } else if (event.value() != null && opcode == Opcodes.IRETURN) {
            reportValue(event);
          }
        } else if (event.kind().equals("thrown") && opcode == Opcodes.ATHROW) {
          super.visitInsn(Opcodes.DUP);
          super.visitLdcInsn(event.name());
          super.visitLdcInsn(event.place());
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC,
              SAMPLER,
              "thrown",
              "(Ljava/lang/Throwable;Ljava/lang/String;Ljava/lang/String;)V",
              false);
        }
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      for (Event event : events) {
        boolean here = (owner.replace('/', '.') + "." + name).equals(event.place());
        if (event.kind().equals("field") && opcode == Opcodes.PUTSTATIC && here) {
          reportValue(event);
        }
      }
      super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean coin =
          opcode == Opcodes.INVOKESTATIC && (owner.startsWith("hazard/") || owner.startsWith("probabilistic/"));
      boolean random = name.startsWith("next") && owner.endsWith("Random") || name.equals("random");
      for (Event event : events) {
        if (event.kind().equals("flips") && (coin || random)) {
          report(event);
        }
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }
}
