package hazard.internal;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lists and runs tests by their frameworks' own launchers, which are called by reflection, so that this class needs none of
 * them to be compiled.
 *
 * <p>A failure leaves {@code main} as the exception that the test threw. After a test that passes the machine is halted, as build
 * tools do: threads that a test leaves behind are not waited for.
 */
public final class Tests {
  private static final String LAUNCHER = "org.junit.platform.launcher.";
  private static final String ENGINE = "org.junit.platform.engine.";

  private Tests() {}

  /**
   * {@code list TAGS TAGS} reads names of classes from standard input, and keeps to tests that have the first tags and none of the
   * second; {@code CLASS run FRAMEWORK METHOD ID} runs a test, in which with
   * {@code ignored} behind it threads may die of exceptions.
   *
   * @param arguments what to do
   * @throws Throwable what the test threw
   */
  public static void main(String[] arguments) throws Throwable {
    try {
      if (arguments[0].equals("list")) {
        list(arguments[1], arguments[2], System.out);
        return;
      }
      // Extensions that would have the test explored learn that it is.
      System.setProperty("hazard.exploring", "true");
      if (arguments.length > 5 && arguments[5].equals("ignored")) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
      }
      switch (arguments[2]) {
        case "platform":
          runOnPlatform(arguments[4]);
          break;
        case "junit4":
          runByJUnit4(load(arguments[0]), arguments[3], arguments[4]);
          break;
        default:
          runByTestNg(load(arguments[0]), arguments[3]);
      }
    } catch (InvocationTargetException thrown) {
      throw failure(thrown.getCause());
    } catch (Throwable thrown) {
      throw failure(thrown);
    }
    Runtime.getRuntime().halt(0);
  }

  /** A test that fails fails, whatever handlers of uncaught exceptions it has set. */
  private static Throwable failure(Throwable thrown) {
    Thread.setDefaultUncaughtExceptionHandler(null);
    Thread.currentThread().setUncaughtExceptionHandler(null);
    return withMessage(thrown);
  }

  /** Some exceptions make their message when they are asked for it; nobody else asks. */
  private static Throwable withMessage(Throwable thrown) {
    try {
      String message = thrown.getMessage();
      if (message != null) {
        say(thrown, message);
      }
    } catch (RuntimeException untold) {
      // Then it has none.
    }
    return thrown;
  }

  /** Has an exception keep this message, where tests are explored. */
  private static void say(Throwable thrown, String message) {}

  private static void list(String wanted, String unwanted, PrintStream out) throws Throwable {
    List<Class<?>> classes = new ArrayList<>();
    BufferedReader names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String name = names.readLine(); name != null; name = names.readLine()) {
      try {
        Class<?> type = load(name);
        // Finds out now whether all that its methods name is there.
        type.getDeclaredMethods();
        classes.add(type);
      } catch (NoClassDefFoundError | ClassNotFoundException | TypeNotPresentException missing) {
        String what = String.valueOf(missing.getMessage()).replace('/', '.');
        out.println("hazard:missing\t" + name + "\t" + what);
      }
    }
    boolean hasPlatform = isThere(LAUNCHER + "core.LauncherFactory");
    boolean hasVintage = isThere("org.junit.vintage.engine.VintageTestEngine");
    if (hasPlatform) {
      listOnPlatform(classes, wanted, unwanted, out);
    }
    if (!hasVintage && isThere("org.junit.runner.JUnitCore")) {
      listByJUnit4(classes, wanted, unwanted, out);
    }
    for (Class<?> type : classes) {
      if (isThere("org.testng.TestNG")) {
        listForTestNg(type, wanted, unwanted, out);
      }
    }
  }

  /** Whether somebody with these tags is to be explored. Categories may be written without their package. */
  private static boolean isWanted(Collection<String> tags, String wanted, String unwanted) {
    return (wanted.isEmpty() || hasAny(tags, wanted)) && !hasAny(tags, unwanted);
  }

  private static boolean hasAny(Collection<String> tags, String list) {
    for (String name : list.trim().split("\\s*,\\s*")) {
      for (String tag : tags) {
        if (!name.isEmpty() && (tag.equals(name) || tag.endsWith("." + name) || tag.endsWith("$" + name))) {
          return true;
        }
      }
    }
    return false;
  }

  private static void print(PrintStream out, String framework, String type, String method, String id) {
    out.println("hazard:test\t" + framework + "\t" + type + "\t" + method + "\t" + id);
  }

  // The platform: JUnit 5, and whatever other engines there are.

  private static Object launcher() throws Throwable {
    return load(LAUNCHER + "core.LauncherFactory").getMethod("create").invoke(null);
  }

  private static Object request(List<Object> selectors, Object... filters) throws Throwable {
    Class<?> builderType = load(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
    Object builder = builderType.getMethod("request").invoke(null);
    Object array = Array.newInstance(load(ENGINE + "Filter"), filters.length);
    System.arraycopy(filters, 0, array, 0, filters.length);
    builder = builderType.getMethod("filters", array.getClass()).invoke(builder, array);
    builder = builderType.getMethod("selectors", List.class).invoke(builder, selectors);
    // Tests side by side are ours to arrange; a test's own threads are not touched by this.
    Method parameter = builderType.getMethod("configurationParameter", String.class, String.class);
    builder = parameter.invoke(builder, "junit.jupiter.execution.parallel.enabled", "false");
    builder = parameter.invoke(builder, "junit.platform.output.capture.stdout", "false");
    builder = parameter.invoke(builder, "junit.platform.output.capture.stderr", "false");
    return builderType.getMethod("build").invoke(builder);
  }

  private static Object selector(String method, Class<?> type, Object value) throws Throwable {
    return load(ENGINE + "discovery.DiscoverySelectors").getMethod(method, type).invoke(null, value);
  }

  /** {@code includeTags} or {@code excludeTags}; tags are separated by commas. */
  private static void filter(String method, String tags, List<Object> filters) throws Throwable {
    if (!tags.isEmpty()) {
      filters.add(load(LAUNCHER + "TagFilter").getMethod(method, String[].class).invoke(null, (Object) tags.split("\\s*,\\s*")));
    }
  }

  private static void listOnPlatform(List<Class<?>> classes, String wanted, String unwanted, PrintStream out)
      throws Throwable {
    List<Object> filters = new ArrayList<>();
    filter("includeTags", wanted, filters);
    filter("excludeTags", unwanted, filters);
    List<Object> selectors = new ArrayList<>();
    for (Class<?> type : classes) {
      selectors.add(selector("selectClass", Class.class, type));
    }
    Class<?> requestType = load(LAUNCHER + "LauncherDiscoveryRequest");
    Object plan =
        load(LAUNCHER + "Launcher").getMethod("discover", requestType).invoke(launcher(), request(selectors, filters.toArray()));
    for (Object root : (Collection<?>) load(LAUNCHER + "TestPlan").getMethod("getRoots").invoke(plan)) {
      listBelow(plan, root, out);
    }
  }

  /** Whatever has a method as its source is a test or stands for several. */
  private static void listBelow(Object plan, Object identifier, PrintStream out) throws Throwable {
    Class<?> identifierType = load(LAUNCHER + "TestIdentifier");
    Class<?> methodSource = load(ENGINE + "support.descriptor.MethodSource");
    Object source = ((Optional<?>) identifierType.getMethod("getSource").invoke(identifier)).orElse(null);
    String id = (String) identifierType.getMethod("getUniqueId").invoke(identifier);
    if (methodSource.isInstance(source)) {
      String type = (String) methodSource.getMethod("getClassName").invoke(source);
      print(out, "platform", type, (String) methodSource.getMethod("getMethodName").invoke(source), id);
      return;
    }
    Collection<?> children =
        (Collection<?>) load(LAUNCHER + "TestPlan").getMethod("getChildren", identifierType).invoke(plan, identifier);
    boolean isTest = (boolean) identifierType.getMethod("isTest").invoke(identifier);
    if (isTest && children.isEmpty()) {
      // Engines without methods name their tests.
      String name = (String) identifierType.getMethod("getDisplayName").invoke(identifier);
      print(out, "platform", className(source), name.replace('\t', ' ').replace('\n', ' '), id);
    }
    for (Object child : children) {
      listBelow(plan, child, out);
    }
  }

  private static String className(Object source) throws Throwable {
    Class<?> classSource = load(ENGINE + "support.descriptor.ClassSource");
    if (classSource.isInstance(source)) {
      return (String) classSource.getMethod("getClassName").invoke(source);
    }
    return Tests.class.getName();
  }

  private static void runOnPlatform(String id) throws Throwable {
    Class<?> summaryListener = load(LAUNCHER + "listeners.SummaryGeneratingListener");
    Class<?> summaryType = load(LAUNCHER + "listeners.TestExecutionSummary");
    Class<?> failureType = load(LAUNCHER + "listeners.TestExecutionSummary$Failure");
    Object listener = summaryListener.getConstructor().newInstance();
    Object listeners = Array.newInstance(load(LAUNCHER + "TestExecutionListener"), 1);
    Array.set(listeners, 0, listener);
    Object request = request(List.of(selector("selectUniqueId", String.class, id)));
    load(LAUNCHER + "Launcher")
        .getMethod("execute", load(LAUNCHER + "LauncherDiscoveryRequest"), listeners.getClass())
        .invoke(launcher(), request, listeners);
    Object summary = summaryListener.getMethod("getSummary").invoke(listener);
    List<?> failures = (List<?>) summaryType.getMethod("getFailures").invoke(summary);
    for (Object failure : failures) {
      throw (Throwable) failureType.getMethod("getException").invoke(failure);
    }
    if ((long) summaryType.getMethod("getTestsStartedCount").invoke(summary) == 0) {
      throw new Skipped("disabled by an annotation or a condition");
    }
    boolean isAborted = (long) summaryType.getMethod("getTestsAbortedCount").invoke(summary) > 0;
    if (isAborted && (long) summaryType.getMethod("getTestsSucceededCount").invoke(summary) == 0) {
      throw new Skipped("an assumption does not hold");
    }
  }

  // JUnit 4 and 3, by the launcher that they bring along.

  private static boolean isForJUnit4(Class<?> type) {
    if (Modifier.isAbstract(type.getModifiers()) || !Modifier.isPublic(type.getModifiers())) {
      return false;
    }
    for (Class<?> above = type; above != null; above = above.getSuperclass()) {
      if (above.getName().equals("junit.framework.TestCase") || bears(above.getAnnotations(), "org.junit.runner.RunWith")) {
        return true;
      }
      for (Method method : above.getDeclaredMethods()) {
        if (bears(method.getAnnotations(), "org.junit.Test")) {
          return true;
        }
      }
    }
    return false;
  }

  private static void listByJUnit4(List<Class<?>> classes, String wanted, String unwanted, PrintStream out) throws Throwable {
    // A suite has tests of other classes. One of these that is a test by itself is explored as that.
    Map<List<String>, Class<?>> listed = new LinkedHashMap<>();
    for (Class<?> type : classes) {
      if (isForJUnit4(type)) {
        Class<?> requestType = load("org.junit.runner.Request");
        Object request = requestType.getMethod("aClass", Class.class).invoke(null, type);
        Object runner = requestType.getMethod("getRunner").invoke(request);
        Object description = load("org.junit.runner.Runner").getMethod("getDescription").invoke(runner);
        listDescribed(description, type, wanted, unwanted, new ArrayList<>(), listed);
      }
    }
    for (Map.Entry<List<String>, Class<?>> test : listed.entrySet()) {
      String owner = test.getKey().get(0);
      String method = test.getKey().get(1);
      String type = test.getValue().getName();
      print(out, "junit4", owner, method, owner.equals(type) ? "-" : type);
    }
  }

  private static void listDescribed(
      Object description, Class<?> type, String wanted, String unwanted, Collection<String> outer, Map<List<String>, Class<?>> listed)
      throws Throwable {
    Class<?> descriptionType = load("org.junit.runner.Description");
    Collection<String> categories = new ArrayList<>(outer);
    for (Object each : (Collection<?>) descriptionType.getMethod("getAnnotations").invoke(description)) {
      addCategories((Annotation) each, categories);
    }
    Class<?> owner = (Class<?>) descriptionType.getMethod("getTestClass").invoke(description);
    if ((boolean) descriptionType.getMethod("isTest").invoke(description)) {
      for (Annotation each : owner == null ? new Annotation[0] : owner.getAnnotations()) {
        addCategories(each, categories);
      }
      if (isWanted(categories, wanted, unwanted)) {
        String method = (String) descriptionType.getMethod("getMethodName").invoke(description);
        // What has no class of its own, or none that can be found by its name, belongs to the class that made it.
        String name = owner == null || owner.isAnonymousClass() ? type.getName() : owner.getName();
        List<String> key = List.of(name, method == null ? "initializationError" : method);
        if (name.equals(type.getName())) {
          listed.put(key, type);
        } else {
          listed.putIfAbsent(key, type);
        }
      }
    }
    for (Object child : (Collection<?>) descriptionType.getMethod("getChildren").invoke(description)) {
      listDescribed(child, type, wanted, unwanted, categories, listed);
    }
  }

  /** The categories that an annotation names, and what they extend. */
  private static void addCategories(Annotation annotation, Collection<String> categories) throws Throwable {
    if (annotation.annotationType().getName().equals("org.junit.experimental.categories.Category")) {
      for (Class<?> category : (Class<?>[]) annotation.annotationType().getMethod("value").invoke(annotation)) {
        addTypes(category, categories);
      }
    }
  }

  private static void addTypes(Class<?> type, Collection<String> names) {
    if (type == null || type == Object.class) {
      return;
    }
    names.add(type.getName());
    addTypes(type.getSuperclass(), names);
    for (Class<?> above : type.getInterfaces()) {
      addTypes(above, names);
    }
  }

  private static void runByJUnit4(Class<?> owner, String method, String suite) throws Throwable {
    Class<?> requestType = load("org.junit.runner.Request");
    Class<?> descriptionType = load("org.junit.runner.Description");
    Object request = requestType.getMethod("aClass", Class.class).invoke(null, suite.equals("-") ? owner : load(suite));
    Object wanted =
        descriptionType.getMethod("createTestDescription", Class.class, String.class).invoke(null, owner, method);
    request = requestType.getMethod("filterWith", descriptionType).invoke(request, wanted);
    Class<?> core = load("org.junit.runner.JUnitCore");
    Object result = core.getMethod("run", requestType).invoke(core.getConstructor().newInstance(), request);
    Class<?> resultType = load("org.junit.runner.Result");
    for (Object failure : (List<?>) resultType.getMethod("getFailures").invoke(result)) {
      throw (Throwable) load("org.junit.runner.notification.Failure").getMethod("getException").invoke(failure);
    }
    if ((int) resultType.getMethod("getRunCount").invoke(result) == 0) {
      throw new Skipped("ignored by an annotation");
    }
    if (assumptionsFailed(result) > 0) {
      throw new Skipped("an assumption does not hold");
    }
  }

  /** Results tell it since version 4.13. */
  private static long assumptionsFailed(Object result) throws Throwable {
    try {
      return ((Number) result.getClass().getMethod("getAssumptionFailureCount").invoke(result)).longValue();
    } catch (NoSuchMethodException older) {
      return 0;
    }
  }

  // TestNG.

  private static void listForTestNg(Class<?> type, String wanted, String unwanted, PrintStream out) throws Throwable {
    String mark = "org.testng.annotations.Test";
    if (Modifier.isAbstract(type.getModifiers())) {
      return;
    }
    boolean isMarked = bears(type.getAnnotations(), mark);
    for (Method method : type.getMethods()) {
      boolean isOwn = isMarked && method.getDeclaringClass() == type && method.getReturnType() == void.class;
      boolean isTest = bears(method.getAnnotations(), mark) || isOwn && !isConfiguration(method);
      if (isTest && isWanted(groups(type, method), wanted, unwanted)) {
        print(out, "testng", type.getName(), method.getName(), "-");
      }
    }
  }

  /** The groups of a method: its own, and those of the classes it is inherited by and from. */
  private static Collection<String> groups(Class<?> type, Method method) throws Throwable {
    List<Annotation> annotations = new ArrayList<>(List.of(method.getAnnotations()));
    for (Class<?> above = type; above != null; above = above.getSuperclass()) {
      annotations.addAll(List.of(above.getAnnotations()));
    }
    List<String> groups = new ArrayList<>();
    for (Annotation annotation : annotations) {
      if (annotation.annotationType().getName().equals("org.testng.annotations.Test")) {
        groups.addAll(List.of((String[]) annotation.annotationType().getMethod("groups").invoke(annotation)));
      }
    }
    return groups;
  }

  private static boolean isConfiguration(Method method) {
    for (Annotation annotation : method.getAnnotations()) {
      if (annotation.annotationType().getName().startsWith("org.testng.annotations.")) {
        return true;
      }
    }
    return false;
  }

  private static void runByTestNg(Class<?> type, String method) throws Throwable {
    Class<?> suiteType = load("org.testng.xml.XmlSuite");
    Class<?> testType = load("org.testng.xml.XmlTest");
    Class<?> classType = load("org.testng.xml.XmlClass");
    Class<?> includeType = load("org.testng.xml.XmlInclude");
    Object suite = suiteType.getConstructor().newInstance();
    Object test = testType.getConstructor(suiteType).newInstance(suite);
    Object included = classType.getConstructor(Class.class).newInstance(type);
    List<Object> includes = new ArrayList<>();
    for (String needed : withDependencies(type, method)) {
      includes.add(includeType.getConstructor(String.class).newInstance(needed));
    }
    classType.getMethod("setIncludedMethods", List.class).invoke(included, includes);
    testType.getMethod("setXmlClasses", List.class).invoke(test, new ArrayList<>(List.of(included)));
    Class<?> runnerType = load("org.testng.TestNG");
    Object runner = runnerType.getConstructor(boolean.class).newInstance(false);
    runnerType.getMethod("setVerbose", int.class).invoke(runner, 0);
    runnerType.getMethod("setXmlSuites", List.class).invoke(runner, new ArrayList<>(List.of(suite)));
    Class<?> adapterType = load("org.testng.TestListenerAdapter");
    Object adapter = adapterType.getConstructor().newInstance();
    listening(runnerType).invoke(runner, adapter);
    runnerType.getMethod("run").invoke(runner);
    Class<?> resultType = load("org.testng.ITestResult");
    for (String list : List.of("getFailedTests", "getConfigurationFailures")) {
      for (Object result : (List<?>) adapterType.getMethod(list).invoke(adapter)) {
        if (list.equals("getConfigurationFailures") || isOf(method, result)) {
          throw (Throwable) resultType.getMethod("getThrowable").invoke(result);
        }
      }
    }
    for (Object result : (List<?>) adapterType.getMethod("getPassedTests").invoke(adapter)) {
      if (isOf(method, result)) {
        return;
      }
    }
    throw new Skipped("skipped by TestNG");
  }

  /** Before version 7 there is one such method per kind of listener, and one for all. */
  private static Method listening(Class<?> runnerType) throws Throwable {
    try {
      return runnerType.getMethod("addListener", load("org.testng.ITestNGListener"));
    } catch (NoSuchMethodException older) {
      return runnerType.getMethod("addListener", Object.class);
    }
  }

  private static boolean isOf(String method, Object result) throws Throwable {
    Object run = load("org.testng.ITestResult").getMethod("getMethod").invoke(result);
    return method.equals(load("org.testng.ITestNGMethod").getMethod("getMethodName").invoke(run));
  }

  /** The method and those it depends on; no names at all if it depends on groups, which can be anybody. */
  private static List<String> withDependencies(Class<?> type, String method) throws Throwable {
    List<String> needed = new ArrayList<>(List.of(method));
    for (int i = 0; i < needed.size(); i++) {
      for (Method each : type.getMethods()) {
        for (Annotation annotation : each.getAnnotations()) {
          Class<?> kind = annotation.annotationType();
          if (each.getName().equals(needed.get(i)) && kind.getName().equals("org.testng.annotations.Test")) {
            if (((String[]) kind.getMethod("dependsOnGroups").invoke(annotation)).length > 0) {
              return List.of();
            }
            for (String name : (String[]) kind.getMethod("dependsOnMethods").invoke(annotation)) {
              String simple = name.substring(name.lastIndexOf('.') + 1);
              if (!needed.contains(simple)) {
                needed.add(simple);
              }
            }
          }
        }
      }
    }
    return needed;
  }

  private static boolean bears(Annotation[] annotations, String name) {
    for (Annotation annotation : annotations) {
      if (annotation.annotationType().getName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isThere(String name) {
    try {
      load(name);
      return true;
    } catch (ClassNotFoundException missing) {
      return false;
    }
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, ClassLoader.getSystemClassLoader());
  }
}
