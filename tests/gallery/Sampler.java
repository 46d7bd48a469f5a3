import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * <p>A program with few enough sequences of choices is run once for each of them ({@link Chooser}), which gives exact
 * values; others, and those that draw in ways the chooser does not know, are sampled.
 *
 * <p>Each run gets fresh classes (their static fields start anew), in which calls to {@link #happened} have been woven
 * where a label or a reward of the header asks for it. See sample.sh for how to start it.
 */
public final class Sampler {
  /** How many standard deviations a frequency may be off; among a few hundred questions 4.5 hardly happens. */
  private static final double DEVIATIONS = 4.5;

  /** A program with more sequences of choices than this is sampled. */
  private static final int SEQUENCES_MAX = 6000;

  private static final Pattern NAMED = Pattern.compile("\"(\\w+)\" = (\\w+)(?::([^=]*)(?:=(.*))?)?");
  private static final Pattern QUESTION = Pattern.compile("(?:P=\\? \\[ F|R\\{)\\s*\"(\\w+)\".*");

  /** What happened in the current run: for each event of the header, how often. */
  private static final Map<String, Integer> counts = new HashMap<>();

  private Sampler() {}

  /** One label or reward: its name, what happens (invoked, ...), where, and with which value if that matters. */
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
    double[] exact = enumerate(program, arguments, classes, events, questions);
    boolean good = true;
    if (exact != null) {
      for (int q = 0; q < exact.length; q++) {
        boolean equal = Math.abs(exact[q] - expected(questions.get(q))) <= 1e-12 * Math.max(1, exact[q]);
        good &= equal;
        print(out, equal, program, questions.get(q), "enumerated", exact[q]);
      }
      return good;
    }
    double[] sums = new double[questions.size()];
    double[] squares = new double[questions.size()];
    for (int run = 0; run < runs; run++) {
      run(program, arguments, new Weaver(classes, events, false));
      for (int q = 0; q < sums.length; q++) {
        double value = answer(questions.get(q));
        sums[q] += value;
        squares[q] += value * value;
      }
    }
    for (int q = 0; q < sums.length; q++) {
      double expected = expected(questions.get(q));
      double mean = sums[q] / runs;
      double deviation = Math.sqrt(Math.max(squares[q] / runs - mean * mean, 0) / runs);
      if (questions.get(q).startsWith("P")) {
        deviation = Math.sqrt(expected * (1 - expected) / runs);
      }
      boolean close = Math.abs(mean - expected) <= DEVIATIONS * deviation + 1e-9;
      good &= close;
      print(out, close, program, questions.get(q), "sampled", mean);
    }
    return good;
  }

  /** One run, with classes of its own. */
  private static void run(String program, String[] arguments, Weaver weaver) throws ReflectiveOperationException {
    counts.clear();
    try {
      weaver.loadClass(program).getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException uncaught) {
      if (uncaught.getCause() instanceof Chooser.Endless endless) {
        throw endless;
      }
    }
  }

  /** The exact answers, or null if there are too many sequences of choices or other choices than the chooser's. */
  private static double[] enumerate(
      String program, String[] arguments, Path classes, List<Event> events, List<String> questions)
      throws ReflectiveOperationException {
    double[] sums = new double[questions.size()];
    double total = 0;
    Chooser.restart();
    for (int sequence = 0; sequence < SEQUENCES_MAX; sequence++) {
      Chooser.begin();
      Weaver weaver = new Weaver(classes, events, true);
      try {
        run(program, arguments, weaver);
      } catch (Chooser.Endless endless) {
        return null;
      }
      if (weaver.drawsElsewhere) {
        return null;
      }
      total += Chooser.probability();
      for (int q = 0; q < sums.length; q++) {
        sums[q] += Chooser.probability() * answer(questions.get(q));
      }
      if (!Chooser.advance()) {
        if (Math.abs(total - 1) > 1e-9) {
          throw new IllegalStateException(program + ": probabilities sum to " + total);
        }
        return sums;
      }
    }
    return null;
  }

  private static void print(PrintStream out, boolean good, String program, String question, String how, double value) {
    out.printf("%-5s %-34s %-50s %-10s %.10f%n", good ? "ok" : "FAR", program, question, how, value);
  }

  private static double expected(String question) {
    return number(question.substring(question.lastIndexOf(" = ") + 3));
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
    private final boolean isEnumerating;

    /** Whether a class draws in a way that the chooser cannot stand in for. */
    private boolean drawsElsewhere = false;

    Weaver(Path classes, List<Event> events, boolean isEnumerating) {
      super(Sampler.class.getClassLoader());
      this.classes = classes;
      this.events = events;
      this.isEnumerating = isEnumerating;
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
        reader.accept(new WovenClass(writer, name, this), 0);
        byte[] bytes = writer.toByteArray();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }

  private static final class WovenClass extends ClassVisitor {
    private final String className;
    private final Weaver weaver;

    WovenClass(ClassVisitor next, String className, Weaver weaver) {
      super(Opcodes.ASM8, next);
      this.className = className;
      this.weaver = weaver;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
      StringBuilder place = new StringBuilder(className + "." + name + "(");
      for (Type type : Type.getArgumentTypes(descriptor)) {
        place.append(place.charAt(place.length() - 1) == '(' ? "" : ",").append(type.getClassName());
      }
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
      return new WovenMethod(next, place.append(')').toString(), weaver);
    }
  }

  private static final class WovenMethod extends MethodVisitor {
    private static final String SAMPLER = "Sampler";

    /** The classes whose draws are choices. */
    private static final Set<String> GENERATORS =
        Set.of("java/util/Random", "java/security/SecureRandom", "java/util/concurrent/ThreadLocalRandom");

    private final String place;
    private final Weaver weaver;
    private final List<Event> events;

    WovenMethod(MethodVisitor next, String place, Weaver weaver) {
      super(Opcodes.ASM8, next);
      this.place = place;
      this.weaver = weaver;
      this.events = weaver.events;
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
      boolean isCoin = owner.startsWith("hazard/") || owner.startsWith("probabilistic/");
      boolean isDraw = GENERATORS.contains(owner) && name.startsWith("next");
      boolean isShuffle = owner.equals("java/util/Collections") && name.equals("shuffle");
      for (Event event : events) {
        if (event.kind().equals("flips") && (isCoin || isDraw)) {
          report(event);
        }
      }
      if (!weaver.isEnumerating) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      } else if (isCoin || isShuffle) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, "Chooser", name, descriptor, false);
      } else if (isDraw) {
        String withReceiver = "(Ljava/util/Random;" + descriptor.substring(1);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, "Chooser", name, withReceiver, false);
      } else {
        weaver.drawsElsewhere |= drawsElsewhere(owner, name, descriptor);
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    }

    private static boolean drawsElsewhere(String owner, String name, String descriptor) {
      boolean isSeeded = owner.equals("java/util/Random") && name.equals("<init>") && !descriptor.equals("()V");
      // Draws that the chooser stands in for never come here, so these are other generators, or subclasses.
      boolean isOther = Set.of("nextInt", "nextBoolean", "ints", "setSeed").contains(name);
      boolean isGiven = owner.equals("java/math/BigInteger") && descriptor.contains("Random");
      return isSeeded || isOther || isGiven || owner.equals("java/lang/Math") && name.equals("random");
    }
  }
}
