package hazard.internal;

import hazard.Nondet;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs scenarios of operations on an object, for {@code hazard lin}.
 *
 * <p>{@code CLASS list VALUES} prints the operations, and which of them must not meet. {@code CLASS concurrent VALUES SCENARIOS} chooses
 * one of the scenarios and runs its threads side by side; what is printed is the history: {@code (0} when thread 0 calls,
 * {@code )0=RESULT} when it returns. {@code CLASS sequential VALUES SCENARIOS} chooses a scenario and an order, and runs one
 * operation after the other, each in the thread it belongs to: {@code 0?} when it is called, {@code 0=RESULT} when it returns. An operation
 * that never returns blocks. {@code SPECIFICATION sequential VALUES SCENARIOS CLASS} does so with another object, whose methods
 * bear the names of the class's operations.
 *
 * <p>Annotations are known by their simple names, ours and Lincheck's alike.
 */
public final class Linear {
  /** Stands for the number of the thread that calls. */
  private static final Object THREAD =
      new Object() {
        @Override
        public String toString() {
          return "thread";
        }
      };

  /** The class whose operations are called, and that of the object. */
  private final Class<?> type;
  private final Class<?> made;
  private final List<String> untried = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();
  private final List<Method> validations = new ArrayList<>();

  /** A method with the values of its parameters. */
  private static final class Operation {
    final Method method;
    final Object[] values;

    Operation(Method method, Object[] values) {
      this.method = method;
      this.values = values;
      if (!Arrays.asList(values).contains(THREAD)) {
        Reflection.prepare(method, values);
      }
    }

    /** Calls it in a thread; the threads of a scenario are counted from 1. */
    String call(Object object, int thread) {
      Object[] given = values.clone();
      for (int i = 0; i < given.length; i++) {
        if (given[i] == THREAD) {
          given[i] = value(method.getParameterTypes()[i], Integer.toString(thread));
        }
      }
      try {
        Object result = method.invoke(object, given);
        return method.getReturnType() == void.class ? "void" : text(result);
      } catch (InvocationTargetException thrown) {
        return thrown.getCause().getClass().getSimpleName();
      } catch (IllegalAccessException impossible) {
        throw new AssertionError(impossible);
      }
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(method.getName()).append('(');
      for (int i = 0; i < values.length; i++) {
        text.append(i == 0 ? "" : ", ").append(text(values[i]));
      }
      return text.append(')').toString();
    }
  }

  private Linear(Class<?> type, Class<?> made, int valuesMax) throws Throwable {
    this.type = type;
    this.made = made;
    List<Method> methods = new ArrayList<>(Arrays.asList(type.getMethods()));
    methods.sort((a, b) -> (a.getName() + Arrays.toString(a.getParameterTypes()))
        .compareTo(b.getName() + Arrays.toString(b.getParameterTypes())));
    boolean hasMarks = false;
    for (Method method : methods) {
      hasMarks |= annotation(method.getAnnotations(), "Operation") != null;
    }
    for (Method method : methods) {
      if (annotation(method.getAnnotations(), "Validate") != null) {
        method.setAccessible(true);
        if (made == type) {
          validations.add(method);
        }
        continue;
      }
      boolean isMarked = annotation(method.getAnnotations(), "Operation") != null;
      boolean isOwn =
          method.getDeclaringClass() == type
              && !Modifier.isStatic(method.getModifiers())
              && !method.isBridge()
              && !List.of("equals", "hashCode", "toString", "clone").contains(method.getName())
              && (method.getReturnType() == void.class || value(method.getReturnType(), "1") != null);
      if (hasMarks ? isMarked : isOwn) {
        add(method, valuesMax);
      }
    }
  }

  /** Adds a method once per combination of values. One that is not marked is left out if it has a parameter for which there are none. */
  private void add(Method method, int valuesMax) throws Throwable {
    Parameter[] parameters = method.getParameters();
    Object[][] choices = new Object[parameters.length][];
    String[] named = names(method);
    for (int i = 0; i < parameters.length; i++) {
      Range range = range(parameters[i], i < named.length ? named[i] : null);
      choices[i] = values(parameters[i].getType(), range, valuesMax);
      if (choices[i] == null) {
        if (range != null || annotation(method.getAnnotations(), "Operation") != null) {
          throw new IllegalArgumentException(
              signature(method)
                  + (range != null && range.isUnknown()
                      ? ": values from the generator " + range.generator.getName() + " are not supported"
                      : ": no values are known for parameter " + (i + 1))
                  + "; name them with @Param(\"1, 2\"), or call it in an operation without that parameter");
        }
        untried.add(signature(method));
        return;
      }
    }
    Method called = made == type ? method : counterpart(method);
    if (!made.isInterface() && !Modifier.isPublic(made.getModifiers())) {
      // Public members of public classes need no permission, which those of the JDK would not give.
      called.setAccessible(true);
    }
    combine(called, choices, new Object[parameters.length], 0);
  }

  /** The specification's method of the same name and parameters. */
  private Method counterpart(Method method) {
    try {
      return made.getMethod(method.getName(), method.getParameterTypes());
    } catch (NoSuchMethodException missing) {
      throw new IllegalArgumentException("the specification " + made.getName() + " has no public method " + signature(method));
    }
  }

  private static String signature(Method method) {
    StringBuilder text = new StringBuilder(method.getName()).append('(');
    for (Class<?> parameter : method.getParameterTypes()) {
      text.append(text.charAt(text.length() - 1) == '(' ? "" : ", ").append(parameter.getSimpleName());
    }
    return text.append(')').toString();
  }

  /** What Lincheck's annotations forbid: a second call, and calls of the same group in several threads. */
  private String rules(Operation operation) throws Throwable {
    Annotation mark = annotation(operation.method.getAnnotations(), "Operation");
    if (mark == null) {
      return "";
    }
    String once = Boolean.TRUE.equals(member(mark, "runOnce")) ? signature(operation.method) : "";
    Object group = member(mark, "nonParallelGroup");
    Object old = member(mark, "group");
    String together = group instanceof String ? (String) group : "";
    if (together.isEmpty() && old instanceof String && isNonParallel((String) old)) {
      together = (String) old;
    }
    return once.isEmpty() && together.isEmpty() ? "" : "\t" + once + "\t" + together;
  }

  private boolean isNonParallel(String group) throws Throwable {
    for (Annotation each : atClass()) {
      if (each.annotationType().getSimpleName().equals("OpGroupConfig")
          && group.equals(member(each, "name"))
          && Boolean.TRUE.equals(member(each, "nonParallel"))) {
        return true;
      }
    }
    return false;
  }

  private void combine(Method method, Object[][] choices, Object[] values, int at) {
    if (at == values.length) {
      operations.add(new Operation(method, values.clone()));
      return;
    }
    for (Object value : choices[at]) {
      values[at] = value;
      combine(method, choices, values, at + 1);
    }
  }

  /** Lincheck names the ranges of parameters at the class. */
  private static String[] names(Method method) throws Throwable {
    Annotation operation = annotation(method.getAnnotations(), "Operation");
    Object names = operation == null ? null : member(operation, "params");
    return names instanceof String[] ? (String[]) names : new String[0];
  }

  /** Where a parameter's values come from: Lincheck's generator, or null, and its range. */
  private static final class Range {
    final Class<?> generator;
    final String text;

    Range(Annotation param) throws Throwable {
      Object own = member(param, "value");
      Object conf = own != null ? own : member(param, "conf");
      text = conf instanceof String ? ((String) conf).trim() : "";
      Object class_ = member(param, "gen");
      // The generator that stands for none.
      generator = class_ instanceof Class && !((Class<?>) class_).getSimpleName().startsWith("Dummy") ? (Class<?>) class_ : null;
    }

    boolean saysNothing() {
      return generator == null && text.isEmpty();
    }

    /** A generator of the program's own can give anything. */
    boolean isUnknown() {
      return generator != null && !generator.getName().contains("lincheck");
    }

    boolean is(String name) {
      return generator != null && generator.getSimpleName().equals(name);
    }
  }

  private Range range(Parameter parameter, String name) throws Throwable {
    Annotation param = annotation(parameter.getAnnotations(), "Param");
    if (param != null) {
      Range own = new Range(param);
      if (!own.saysNothing()) {
        return own;
      }
      Object referred = member(param, "name");
      name = referred instanceof String && !((String) referred).isEmpty() ? (String) referred : name;
    }
    if (name == null) {
      return null;
    }
    for (Annotation each : atClass()) {
      if (each.annotationType().getSimpleName().equals("Param") && name.equals(member(each, "name"))) {
        return new Range(each);
      }
    }
    return null;
  }

  /** The annotations of the class, and those inside of what holds several. */
  private List<Annotation> atClass() throws Throwable {
    List<Annotation> all = new ArrayList<>(Arrays.asList(type.getAnnotations()));
    for (Annotation several : type.getAnnotations()) {
      Object inside = member(several, "value");
      if (inside instanceof Annotation[]) {
        all.addAll(Arrays.asList((Annotation[]) inside));
      }
    }
    return all;
  }

  /** The values of a type within a range: few, since every combination is tried; null if none are known. */
  private static Object[] values(Class<?> type, Range from, int valuesMax) {
    if (from != null && from.isUnknown()) {
      return null;
    }
    if (from != null && from.is("ThreadIdGen")) {
      return new Object[] {THREAD};
    }
    String range = from == null ? "" : from.text;
    List<String> texts = new ArrayList<>();
    if (type.isEnum() && range.isEmpty()) {
      Object[] constants = type.getEnumConstants();
      return Arrays.copyOf(constants, Math.min(constants.length, valuesMax));
    } else if (from != null && from.is("StringGen") && range.matches("\\d+:.+")) {
      // The longest length, and the letters: single letters are different enough.
      for (char letter : range.substring(range.indexOf(':') + 1).toCharArray()) {
        texts.add(String.valueOf(letter));
      }
    } else if (range.matches("-?[\\d.]+:[\\d.]+:-?[\\d.]+")) {
      String[] parts = range.split(":");
      double end = Double.parseDouble(parts[2]);
      for (double value = Double.parseDouble(parts[0]); value <= end && texts.size() < valuesMax; value += Double.parseDouble(parts[1])) {
        texts.add(Double.toString(value));
      }
    } else if (range.isEmpty()) {
      if (type == boolean.class || type == Boolean.class) {
        texts.addAll(List.of("false", "true"));
      } else if (type == String.class || type == char.class || type == Character.class) {
        texts.addAll(List.of("a", "b", "c"));
      } else {
        texts.addAll(List.of("1", "2", "3"));
      }
    } else if (range.matches("-?\\d+:-?\\d+")) {
      String[] bounds = range.split(":");
      for (long value = Long.parseLong(bounds[0]); value <= Long.parseLong(bounds[1]) && texts.size() < valuesMax; value++) {
        texts.add(Long.toString(value));
      }
    } else {
      texts.addAll(Arrays.asList(range.split(",")));
    }
    Object[] values = new Object[Math.min(texts.size(), valuesMax)];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(type, texts.get(i).trim());
      if (values[i] == null) {
        return null;
      }
    }
    return values;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object value(Class<?> type, String text) {
    if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        if (((Enum) constant).name().equals(text)) {
          return constant;
        }
      }
      return null;
    }
    if (type == int.class || type == Integer.class || type == Object.class || type == Number.class || type == Comparable.class) {
      return Integer.valueOf(text);
    } else if (type == long.class || type == Long.class) {
      return Long.valueOf(text);
    } else if (type == short.class || type == Short.class) {
      return Short.valueOf(text);
    } else if (type == byte.class || type == Byte.class) {
      return Byte.valueOf(text);
    } else if (type == double.class || type == Double.class) {
      return Double.valueOf(text);
    } else if (type == float.class || type == Float.class) {
      return Float.valueOf(text);
    } else if (type == boolean.class || type == Boolean.class) {
      return Boolean.valueOf(text);
    } else if (type == char.class || type == Character.class) {
      return text.charAt(0);
    } else if (type == String.class || type == CharSequence.class) {
      return text;
    }
    return null;
  }

  public static void main(String[] arguments) throws Throwable {
    Class<?> type;
    try {
      type = Class.forName(arguments[0], true, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException missing) {
      throw new IllegalArgumentException("there is no such class in the JDK");
    }
    Class<?> tested = arguments.length < 5 ? type : Class.forName(arguments[4], true, ClassLoader.getSystemClassLoader());
    Linear linear = new Linear(tested, type, Integer.parseInt(arguments[2]));
    if (arguments[1].equals("list")) {
      if (!linear.operations.isEmpty()) {
        linear.constructor();
      }
      for (Operation operation : linear.operations) {
        System.out.println("hazard:operation\t" + operation + linear.rules(operation));
      }
      for (String method : linear.untried) {
        System.out.println("hazard:untried\t" + method);
      }
      tellOptions(type);
      return;
    }
    String[] scenarios = arguments[3].split(";");
    int[][][] parsed = new int[scenarios.length][][];
    for (int i = 0; i < scenarios.length; i++) {
      parsed[i] = parse(scenarios[i]);
    }
    int chosen = Nondet.choose(0, scenarios.length - 1);
    // The history begins with its scenario.
    System.out.print("#" + chosen + "\n");
    if (arguments[1].equals("concurrent")) {
      linear.runConcurrently(parsed[chosen]);
    } else {
      linear.runInOrder(parsed[chosen]);
    }
  }

  /** What Lincheck's annotation of a test asks for. */
  private static void tellOptions(Class<?> type) throws Throwable {
    Annotation options = annotation(type.getAnnotations(), "ModelCheckingCTest");
    if (options == null) {
      options = annotation(type.getAnnotations(), "StressCTest");
    }
    if (options == null) {
      return;
    }
    Object specification = member(options, "sequentialSpecification");
    boolean isOne = specification instanceof Class && !((Class<?>) specification).getSimpleName().startsWith("Dummy");
    System.out.println("hazard:lincheck\tthreads=" + member(options, "threads")
        + "\toperations=" + member(options, "actorsPerThread") + "\tbefore=" + member(options, "actorsBefore")
        + "\tspecification=" + (isOne ? ((Class<?>) specification).getName() : ""));
  }

  /** {@code 3/0.1|2.2}: operation 3 before, then 0 and 1 in one thread, 2 and 2 in another. */
  private static int[][] parse(String scenario) {
    int slash = scenario.indexOf('/');
    String[] threads = scenario.substring(slash + 1).split("\\|");
    int[][] numbers = new int[threads.length + 1][];
    numbers[0] = parseList(scenario.substring(0, slash));
    for (int i = 0; i < threads.length; i++) {
      numbers[i + 1] = parseList(threads[i]);
    }
    return numbers;
  }

  private static int[] parseList(String list) {
    String[] parts = list.isEmpty() ? new String[0] : list.split("\\.");
    int[] numbers = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      numbers[i] = Integer.parseInt(parts[i]);
    }
    return numbers;
  }

  /** How objects are made; somebody who cannot be made is nobody's failure. */
  private Constructor<?> constructor() {
    if (Modifier.isAbstract(made.getModifiers())) {
      throw new IllegalArgumentException("there are no objects of an interface or an abstract class; name a class that extends it");
    }
    try {
      Constructor<?> constructor = made.getDeclaredConstructor();
      if (!Modifier.isPublic(made.getModifiers()) || !Modifier.isPublic(constructor.getModifiers())) {
        constructor.setAccessible(true);
      }
      return constructor;
    } catch (NoSuchMethodException | RuntimeException unusable) {
      throw new IllegalArgumentException(
          "it has no constructor without parameters that can be called; write a class that has one, and calls it");
    }
  }

  private Object create(int[] before) throws Throwable {
    Object object;
    try {
      object = constructor().newInstance();
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
    for (int number : before) {
      operations.get(number).call(object, 0);
    }
    return object;
  }

  private void runConcurrently(int[][] scenario) throws Throwable {
    Object object = create(scenario[0]);
    Thread[] threads = new Thread[scenario.length - 1];
    for (int i = 0; i < threads.length; i++) {
      int number = i;
      Operation[] calls = calls(scenario[i + 1]);
      threads[i] = new Thread(() -> {
        for (Operation call : calls) {
          System.out.print("(" + number + "\n");
          String result = call.call(object, number + 1);
          System.out.print(")" + number + "=" + result + "\n");
        }
      }, "thread " + (i + 1));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (Method validation : validations) {
      try {
        validation.invoke(object);
      } catch (InvocationTargetException thrown) {
        throw thrown.getCause();
      }
    }
  }

  private Operation[] calls(int[] numbers) {
    Operation[] calls = new Operation[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      calls[i] = operations.get(numbers[i]);
    }
    return calls;
  }

  private void runInOrder(int[][] scenario) throws Throwable {
    Object object = create(scenario[0]);
    Worker[] workers = new Worker[scenario.length - 1];
    int[] done = new int[workers.length];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker(object, calls(scenario[i + 1]), i + 1);
      workers[i].setDaemon(true);
      workers[i].start();
    }
    while (true) {
      List<Integer> able = new ArrayList<>();
      for (int i = 0; i < workers.length; i++) {
        if (done[i] < scenario[i + 1].length) {
          able.add(i);
        }
      }
      if (able.isEmpty()) {
        return;
      }
      int next = able.get(Nondet.choose(0, able.size() - 1));
      System.out.print(next + "?\n");
      String result = workers[next].callNext();
      System.out.print(next + "=" + result + "\n");
      done[next]++;
    }
  }

  /** Calls operations one by one, when it is told to: locks belong to threads, so each needs its own. */
  private static final class Worker extends Thread {
    private final Object object;
    private final Operation[] calls;
    private final int number;
    private int asked;
    private int answered;
    private String result;

    Worker(Object object, Operation[] calls, int number) {
      this.object = object;
      this.calls = calls;
      this.number = number;
    }

    synchronized String callNext() throws InterruptedException {
      asked++;
      notifyAll();
      while (answered < asked) {
        wait();
      }
      return result;
    }

    @Override
    public void run() {
      try {
        for (Operation call : calls) {
          synchronized (this) {
            while (asked == answered) {
              wait();
            }
          }
          String text = call.call(object, number);
          synchronized (this) {
            result = text;
            answered++;
            notifyAll();
          }
        }
      } catch (InterruptedException interrupted) {
        throw new AssertionError(interrupted);
      }
    }
  }

  private static String text(Object value) {
    String text;
    if (value instanceof int[]) {
      text = Arrays.toString((int[]) value);
    } else if (value instanceof Object[]) {
      text = Arrays.deepToString((Object[]) value);
    } else {
      text = String.valueOf(value);
    }
    return text.replace("\n", "\\n");
  }

  private static Annotation annotation(Annotation[] annotations, String name) {
    for (Annotation annotation : annotations) {
      String full = annotation.annotationType().getName();
      if (annotation.annotationType().getSimpleName().equals(name) && (full.startsWith("hazard.") || full.contains("lincheck"))) {
        return annotation;
      }
    }
    return null;
  }

  /** A member of an annotation, or null if it has none of that name. */
  private static Object member(Annotation annotation, String name) throws Throwable {
    for (Method method : annotation.annotationType().getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        method.setAccessible(true);
        return method.invoke(annotation);
      }
    }
    return null;
  }
}
