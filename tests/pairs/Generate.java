import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Writes one program per class of java.util.concurrent (and of the synchronised classes beside it), with every public method of that class
 * as a numbered operation: `java Generate.java FOLDER`. The program runs operation i in one thread and j and k in another (k may
 * be missing), and prints what they returned and what is left.
 */
public class Generate {
    /** A class: how it is called here, its type, how an instance is made, and how its content is shown. */
    record Subject(String name, Class<?> type, String make, String content) {}

    static final List<Subject> SUBJECTS = new ArrayList<>();

    static void subject(String name, Class<?> type, String make, String content) {
        SUBJECTS.add(new Subject(name, type, make, content));
    }

    static Class<?> named(String name) throws ClassNotFoundException {
        return Class.forName("java.util.concurrent." + name);
    }

    static void subjects() throws ClassNotFoundException {
        String list = "java.util.Arrays.asList(1, 2)";
        String map = "new java.util.TreeMap<Object, Object>(java.util.Map.of(1, 1, 2, 2))";
        String all = "String.valueOf(s)";
        String concurrent = "java.util.concurrent.";
        for (String name : List.of("ConcurrentHashMap", "ConcurrentSkipListMap")) {
            subject(name, named(name), "new " + concurrent + name + "(" + map + ")", "s + \" \" + s.size()");
        }
        subject("KeySet", java.util.Set.class, "fill(" + concurrent + "ConcurrentHashMap.newKeySet(), 1, 2)", "s + \" \" + s.size()");
        for (String name : List.of("ConcurrentSkipListSet", "CopyOnWriteArrayList", "CopyOnWriteArraySet", "ConcurrentLinkedQueue",
                "ConcurrentLinkedDeque", "LinkedTransferQueue", "PriorityBlockingQueue")) {
            subject(name, named(name), "new " + concurrent + name + "(" + list + ")", "s + \" \" + s.size()");
        }
        for (String name : List.of("LinkedBlockingQueue", "LinkedBlockingDeque", "ArrayBlockingQueue")) {
            String make = "fill(new " + concurrent + name + "(3), 1, 2)";
            subject(name, named(name), "(" + concurrent + name + ") " + make, "s + \" \" + s.size() + \" \" + s.remainingCapacity()");
        }
        subject("SynchronousQueue", named("SynchronousQueue"), "new java.util.concurrent.SynchronousQueue()", all);
        subject("DelayQueue", named("DelayQueue"), "(java.util.concurrent.DelayQueue) fill(new java.util.concurrent.DelayQueue(), new Due(1), new Due(2))", all);
        String atomic = concurrent + "atomic.";
        subject("AtomicBoolean", named("atomic.AtomicBoolean"), "new " + atomic + "AtomicBoolean()", all);
        for (String name : List.of("AtomicInteger", "AtomicLong")) {
            subject(name, named("atomic." + name), "new " + atomic + name + "(1)", all);
        }
        subject("AtomicReference", named("atomic.AtomicReference"), "new " + atomic + "AtomicReference(1)", all);
        for (String name : List.of("AtomicIntegerArray", "AtomicLongArray", "AtomicReferenceArray")) {
            subject(name, named("atomic." + name), "new " + atomic + name + "(2)", all);
        }
        subject("AtomicMarkableReference", named("atomic.AtomicMarkableReference"), "new " + atomic + "AtomicMarkableReference(1, false)",
                "s.getReference() + \" \" + s.isMarked()");
        subject("AtomicStampedReference", named("atomic.AtomicStampedReference"), "new " + atomic + "AtomicStampedReference(1, 0)",
                "s.getReference() + \" \" + s.getStamp()");
        for (String name : List.of("AtomicIntegerFieldUpdater", "AtomicLongFieldUpdater", "AtomicReferenceFieldUpdater")) {
            String kind = name.contains("Integer") ? "i" : name.contains("Long") ? "l" : "r";
            String reference = kind.equals("r") ? "Object.class, " : "";
            subject(name, named("atomic." + name), atomic + name + ".newUpdater(Target.class, " + reference + "\"" + kind + "\")", "TARGET." + kind + " + \"\"");
        }
        subject("LongAdder", named("atomic.LongAdder"), "new " + atomic + "LongAdder()", all);
        subject("DoubleAdder", named("atomic.DoubleAdder"), "new " + atomic + "DoubleAdder()", all);
        subject("LongAccumulator", named("atomic.LongAccumulator"), "new " + atomic + "LongAccumulator(Long::sum, 0)", all);
        subject("DoubleAccumulator", named("atomic.DoubleAccumulator"), "new " + atomic + "DoubleAccumulator(Double::sum, 0)", all);
        String locks = concurrent + "locks.";
        subject("ReentrantLock", named("locks.ReentrantLock"), "new " + locks + "ReentrantLock()", "s.isLocked() + \"\"");
        subject("ReadLock", named("locks.ReentrantReadWriteLock$ReadLock"), "RW.readLock()", "RW.getReadLockCount() + \"\"");
        subject("WriteLock", named("locks.ReentrantReadWriteLock$WriteLock"), "RW.writeLock()", "RW.isWriteLocked() + \"\"");
        subject("ReentrantReadWriteLock", named("locks.ReentrantReadWriteLock"), "RW", "RW.isWriteLocked() + \"\"");
        subject("StampedLock", named("locks.StampedLock"), "new " + locks + "StampedLock()", "s.isWriteLocked() + \" \" + s.getReadLockCount()");
        subject("Semaphore", named("Semaphore"), "new " + concurrent + "Semaphore(1)", "s.availablePermits() + \"\"");
        subject("CountDownLatch", named("CountDownLatch"), "new " + concurrent + "CountDownLatch(1)", "s.getCount() + \"\"");
        subject("CyclicBarrier", named("CyclicBarrier"), "new " + concurrent + "CyclicBarrier(2)", "s.getNumberWaiting() + \" \" + s.isBroken()");
        subject("Phaser", named("Phaser"), "new " + concurrent + "Phaser(2)", "s.getPhase() + \" \" + s.getRegisteredParties() + \" \" + s.getArrivedParties()");
        subject("Exchanger", named("Exchanger"), "new " + concurrent + "Exchanger()", "\"\"");
        subject("CompletableFuture", named("CompletableFuture"), "new " + concurrent + "CompletableFuture()", "s.isDone() + \" \" + s.isCompletedExceptionally()");
        subject("FutureTask", named("FutureTask"), "new " + concurrent + "FutureTask(() -> 4)", "s.isDone() + \" \" + s.isCancelled()");
        subject("ThreadPoolExecutor", named("ThreadPoolExecutor"),
                "new java.util.concurrent.ThreadPoolExecutor(1, 1, 0, java.util.concurrent.TimeUnit.SECONDS, new java.util.concurrent.LinkedBlockingQueue())", "s.shutdownNow() == null ? \"\" : s.isShutdown() + \"\"");
        subject("ForkJoinPool", named("ForkJoinPool"), "new " + concurrent + "ForkJoinPool(1)", "s.shutdownNow() == null ? \"\" : s.isShutdown() + \"\"");
        subject("Vector", java.util.Vector.class, "new java.util.Vector(" + list + ")", all);
        subject("Stack", java.util.Stack.class, "(java.util.Stack) fill(new java.util.Stack(), 1, 2)", all);
        subject("Hashtable", java.util.Hashtable.class, "new java.util.Hashtable(" + map + ")", all);
        subject("StringBuffer", StringBuffer.class, "new StringBuffer(\"ab\")", all);
        subject("SynchronizedList", List.class, "java.util.Collections.synchronizedList(new java.util.ArrayList(" + list + "))", all);
        subject("SynchronizedSet", java.util.Set.class, "java.util.Collections.synchronizedSet(new java.util.TreeSet(" + list + "))", all);
        subject("SynchronizedMap", Map.class, "java.util.Collections.synchronizedMap(new java.util.HashMap(" + map + "))", all);
        unsynchronised(list, map, all);
        views(list, map);
        meeting();
        subject("SynchronizedNavigableMap", java.util.NavigableMap.class, "java.util.Collections.synchronizedNavigableMap(new java.util.TreeMap(" + map + "))", all);
    }

    /** Classes whose objects nobody guards: what threads that share one do to each other has no single steps at all. */
    static void unsynchronised(String list, String map, String all) throws ClassNotFoundException {
        for (String name : List.of("ArrayList", "LinkedList", "ArrayDeque", "PriorityQueue", "TreeSet", "LinkedHashSet")) {
            subject(name, util(name), "new java.util." + name + "(" + list + ")", all);
        }
        for (String name : List.of("HashMap", "TreeMap", "IdentityHashMap", "WeakHashMap")) {
            subject(name, util(name), "new java.util." + name + "(" + map + ")", all);
        }
        subject("BitSet", java.util.BitSet.class, "java.util.BitSet.valueOf(new long[] {5})", all);
        subject("StringBuilder", StringBuilder.class, "new StringBuilder(\"ab\")", all);
        subject("StringWriter", java.io.StringWriter.class, "new java.io.StringWriter()", all);
        subject("CharArrayWriter", java.io.CharArrayWriter.class, "new java.io.CharArrayWriter()", all);
        subject("ByteArrayOutputStream", java.io.ByteArrayOutputStream.class, "new java.io.ByteArrayOutputStream()", all);
        subject("ByteArrayInputStream", java.io.ByteArrayInputStream.class, "new java.io.ByteArrayInputStream(new byte[] {1, 2, 3})", "s.available() + \"\"");
        subject("PrintWriter", java.io.PrintWriter.class, "new java.io.PrintWriter(WRITER)", "WRITER + \"\"");
        subject("PrintStream", java.io.PrintStream.class, "new java.io.PrintStream(BYTES)", "BYTES + \"\"");
        subject("BufferedReader", java.io.BufferedReader.class, "new java.io.BufferedReader(new java.io.StringReader(\"a\\nb\"), 2)", "\"\"");
        subject("Scanner", java.util.Scanner.class, "new java.util.Scanner(\"1 b 2\")", "\"\"");
        subject("Random", java.util.Random.class, "new java.util.Random(1)", "s.nextInt(9) + \"\"");
        subject("StringTokenizer", java.util.StringTokenizer.class, "new java.util.StringTokenizer(\"a b\")", "s.countTokens() + \"\"");
        subject("CRC32", java.util.zip.CRC32.class, "new java.util.zip.CRC32()", "s.getValue() + \"\"");
        subject("IntBuffer", java.nio.IntBuffer.class, "java.nio.IntBuffer.allocate(2)", "s + \" \" + java.util.Arrays.toString(s.array())");
        subject("DirectBuffer", java.nio.ByteBuffer.class, "java.nio.ByteBuffer.allocateDirect(9)", "s + \" \" + s.get(0)");
        subject("StringJoiner", java.util.StringJoiner.class, "new java.util.StringJoiner(\",\")", all);
        subject("Calendar", java.util.Calendar.class, "new java.util.GregorianCalendar(2001, 1, 1)", "s.getTimeInMillis() + \"\"");
        subject("SimpleDateFormat", java.text.SimpleDateFormat.class, "new java.text.SimpleDateFormat(\"dd\")", "s.toPattern()");
        subject("Exception", Exception.class, "new Exception(\"a\")", "s.getCause() + \" \" + s.getSuppressed().length");
        subject("Iterator", java.util.Iterator.class, "new java.util.ArrayList(" + list + ").iterator()", "s.hasNext() + \"\"");
    }

    /** Objects that stand for a part of a concurrent one, or for a way through it. */
    static void views(String list, String map) {
        String concurrent = "new java.util.concurrent.";
        String size = "s + \" \" + s.size()";
        for (String name : List.of("ConcurrentHashMap", "ConcurrentSkipListMap")) {
            subject(name + "Keys", java.util.Set.class, concurrent + name + "(" + map + ").keySet()", size);
            subject(name + "Values", java.util.Collection.class, concurrent + name + "(" + map + ").values()", size);
            subject(name + "Entries", java.util.Set.class, concurrent + name + "(" + map + ").entrySet()", size);
            subject(name + "Entry", Map.Entry.class, concurrent + name + "(" + map + ").entrySet().iterator().next()", "s + \"\"");
            subject(name + "Iterator", java.util.Iterator.class, concurrent + name + "(" + map + ").keySet().iterator()", "s.hasNext() + \"\"");
        }
        subject("SubMap", java.util.concurrent.ConcurrentNavigableMap.class, concurrent + "ConcurrentSkipListMap(" + map + ").subMap(0, 3)", size);
        subject("DescendingMap", java.util.concurrent.ConcurrentNavigableMap.class, concurrent + "ConcurrentSkipListMap(" + map + ").descendingMap()", size);
        subject("CopyOnWriteSubList", List.class, concurrent + "CopyOnWriteArrayList(" + list + ").subList(0, 1)", size);
        for (String name : List.of("ConcurrentLinkedQueue", "ConcurrentLinkedDeque", "CopyOnWriteArrayList")) {
            subject(name + "Iterator", java.util.Iterator.class, concurrent + name + "(" + list + ").iterator()", "s.hasNext() + \"\"");
        }
        subject("BlockingQueueIterator", java.util.Iterator.class, "fill(" + concurrent + "ArrayBlockingQueue(2), 1, 2).iterator()", "s.hasNext() + \"\"");
        subject("SynchronizedSubList", List.class, "java.util.Collections.synchronizedList(new java.util.ArrayList(" + list + ")).subList(0, 1)", "s + \"\"");
        subject("SynchronizedKeys", java.util.Set.class, "java.util.Collections.synchronizedMap(new java.util.HashMap(" + map + ")).keySet()", "s + \"\"");
        subject("VectorSubList", List.class, "new java.util.Vector(" + list + ").subList(0, 1)", "s + \"\"");
        subject("HashtableKeys", java.util.Enumeration.class, "new java.util.Hashtable(" + map + ").keys()", "s.hasMoreElements() + \"\"");
        subject("CollectionOfConcurrent", java.util.Collection.class, "java.util.Collections.unmodifiableCollection(new java.util.Vector(" + list + "))", "s + \"\"");
    }

    /** Where threads of a program meet in the library: objects it keeps, and the static methods that lead to others. */
    static void meeting() throws ClassNotFoundException {
        subject("Thread", Thread.class, "new Thread(() -> { }, \"t\")", "s.getName() + s.getPriority() + s.isInterrupted()");
        subject("ThreadGroup", ThreadGroup.class, "new ThreadGroup(\"g\")", "s.getName() + s.getMaxPriority() + s.isDaemon()");
        subject("ThreadLocal", ThreadLocal.class, "new ThreadLocal()", "s.get() + \"\"");
        subject("Timer", java.util.Timer.class, "new java.util.Timer(true)", "s.purge() + \"\"");
        subject("WeakReference", java.lang.ref.WeakReference.class, "new java.lang.ref.WeakReference(TARGET, QUEUE)", "(s.get() == null) + \" \" + (QUEUE.poll() == null)");
        subject("ReferenceQueue", java.lang.ref.ReferenceQueue.class, "QUEUE", "(QUEUE.poll() == null) + \"\"");
        subject("Logger", Class.forName("java.util.logging.Logger"), "java.util.logging.Logger.getLogger(\"a.b\")", "s.getLevel() + \" \" + s.getHandlers().length + s.getUseParentHandlers()");
        subject("LogManager", Class.forName("java.util.logging.LogManager"), "java.util.logging.LogManager.getLogManager()", "java.util.Collections.list(s.getLoggerNames()).size() + \"\"");
        subject("Observable", Class.forName("java.util.Observable"), "new java.util.Observable()", "s.countObservers() + \"\"");
        subject("Properties", java.util.Properties.class, "System.getProperties()", "s.get(\"b\") + \" \" + s.get(1)");
        subject("Runtime", Runtime.class, "Runtime.getRuntime()", "s.removeShutdownHook(SPARE) + \"\"");
        subject("Provider", Class.forName("java.security.Provider"), "java.security.Security.getProviders()[0]", "s.get(\"b\") + \" \" + s.get(1)");
        statics("Locale", java.util.Locale.class, "java.util.Locale.getDefault() + \" \" + java.util.Locale.getDefault(java.util.Locale.Category.FORMAT)");
        statics("TimeZone", java.util.TimeZone.class, "java.util.TimeZone.getDefault().getID()");
        statics("System", System.class, "System.getProperty(\"b\")");
        statics("HttpURLConnection", java.net.HttpURLConnection.class, "java.net.HttpURLConnection.getFollowRedirects() + \"\"");
        statics("URLConnection", java.net.URLConnection.class, "java.net.URLConnection.getDefaultAllowUserInteraction() + \"\"");
        statics("CookieHandler", java.net.CookieHandler.class, "(java.net.CookieHandler.getDefault() == null) + \"\"");
        statics("ProxySelector", java.net.ProxySelector.class, "(java.net.ProxySelector.getDefault() == null) + \"\"");
        statics("ResponseCache", java.net.ResponseCache.class, "(java.net.ResponseCache.getDefault() == null) + \"\"");
        statics("Authenticator", java.net.Authenticator.class, "(java.net.Authenticator.getDefault() == null) + \"\"");
        statics("Threads", Thread.class, "(Thread.getDefaultUncaughtExceptionHandler() == null) + \"\"");
        statics("DriverManager", Class.forName("java.sql.DriverManager"), "java.sql.DriverManager.getLoginTimeout() + \" \" + java.sql.DriverManager.drivers().count()");
        statics("Security", java.security.Security.class, "java.security.Security.getProperty(\"b\") + java.security.Security.getProviders().length");
        statics("Loggers", Class.forName("java.util.logging.Logger"), "\"\"");
        statics("ResourceBundle", java.util.ResourceBundle.class, "\"\"");
        statics("Charset", java.nio.charset.Charset.class, "\"\"");
        statics("URL", java.net.URL.class, "\"\"");
        statics("Arrays", Arrays.class, "java.util.Arrays.toString(INTS) + java.util.Arrays.toString(OBJECTS) + new String(CHARS)");
        statics("Collections", java.util.Collections.class, "LIST + \"\"");
        statics("String", String.class, "new String(CHARS)");
    }

    static Class<?> util(String name) throws ClassNotFoundException {
        return Class.forName("java.util." + name);
    }

    /** The static methods of a class. */
    static void statics(String name, Class<?> type, String content) {
        subject(name, type, null, content);
    }

    /** Arguments by type; what is not here makes a method be left out. */
    static final Map<String, List<String>> POOL = Map.ofEntries(
            Map.entry("int", List.of("1", "0")), Map.entry("long", List.of("1L", "0L")), Map.entry("double", List.of("1.0")), Map.entry("float", List.of("1f")),
            Map.entry("boolean", List.of("true", "false")), Map.entry("char", List.of("'c'")),
            Map.entry("java.lang.Object", List.of("1", "3")), Map.entry("java.lang.Comparable", List.of("1")),
            Map.entry("java.lang.String", List.of("\"b\"")), Map.entry("java.lang.CharSequence", List.of("\"bc\"")), Map.entry("java.lang.StringBuffer", List.of("s")),
            Map.entry("char[]", List.of("new char[] {'x', 'y'}")), Map.entry("java.lang.Object[]", List.of("new Object[0]")),
            Map.entry("boolean[]", List.of("new boolean[1]")), Map.entry("int[]", List.of("new int[1]")),
            Map.entry("java.util.Collection", List.of("new java.util.ArrayList(java.util.Arrays.asList(1, 3))")),
            Map.entry("java.util.Map", List.of("new java.util.TreeMap(java.util.Map.of(1, 7, 3, 8))")),
            Map.entry("java.util.Comparator", List.of("java.util.Comparator.naturalOrder()")),
            Map.entry("java.util.concurrent.TimeUnit", List.of("java.util.concurrent.TimeUnit.SECONDS")),
            Map.entry("java.util.concurrent.Delayed", List.of("new Due(1)", "new Due(3)")), Map.entry("java.lang.Thread", List.of("Thread.currentThread()")),
            Map.entry("java.lang.Runnable", List.of("() -> { }")), Map.entry("java.util.concurrent.Callable", List.of("() -> 4")),
            Map.entry("java.util.concurrent.Executor", List.of("r -> r.run()")), Map.entry("java.util.concurrent.CompletionStage", List.of("java.util.concurrent.CompletableFuture.completedFuture(6)")),
            Map.entry("java.lang.Throwable", List.of("new IllegalStateException()")), Map.entry("java.util.List", List.of("new java.util.ArrayList(java.util.Arrays.asList(2, 1))")),
            Map.entry("java.util.Locale", List.of("java.util.Locale.FRANCE", "java.util.Locale.ROOT")), Map.entry("java.util.Locale.Category", List.of("java.util.Locale.Category.FORMAT")),
            Map.entry("java.util.TimeZone", List.of("java.util.TimeZone.getTimeZone(\"GMT+1\")", "java.util.TimeZone.getTimeZone(\"GMT+2\")")),
            Map.entry("java.util.logging.Level", List.of("java.util.logging.Level.FINE")), Map.entry("java.util.logging.Handler", List.of("HANDLER")),
            Map.entry("java.util.TimerTask", List.of("new Task()")), Map.entry("java.util.Date", List.of("new java.util.Date(0)")), Map.entry("java.util.Properties", List.of("new java.util.Properties()")),
            Map.entry("java.util.Observer", List.of("(o, x) -> { }")), Map.entry("byte[]", List.of("new byte[] {1, 2}")), Map.entry("java.nio.ByteBuffer", List.of("java.nio.ByteBuffer.allocate(1)")),
            Map.entry("java.lang.Thread.UncaughtExceptionHandler", List.of("(t, e) -> { }")), Map.entry("java.net.CookieHandler", List.of("new java.net.CookieManager()")),
            Map.entry("java.net.ProxySelector", List.of("java.net.ProxySelector.of(null)")), Map.entry("java.net.FileNameMap", List.of("name -> \"b\"")),
            Map.entry("java.util.BitSet", List.of("java.util.BitSet.valueOf(new long[] {3})")), Map.entry("byte", List.of("(byte) 1")),
            Map.entry("java.util.function.Function", List.of("x -> 5")), Map.entry("java.util.function.BiFunction", List.of("(x, y) -> 5", "(x, y) -> null")),
            Map.entry("java.util.function.UnaryOperator", List.of("x -> 5")), Map.entry("java.util.function.BinaryOperator", List.of("(x, y) -> y")),
            Map.entry("java.util.function.IntUnaryOperator", List.of("x -> x + 1")), Map.entry("java.util.function.IntBinaryOperator", List.of("(x, y) -> x + y")),
            Map.entry("java.util.function.LongUnaryOperator", List.of("x -> x + 1")), Map.entry("java.util.function.LongBinaryOperator", List.of("(x, y) -> x + y")),
            Map.entry("java.util.function.Predicate", List.of("x -> x.equals(1)")), Map.entry("java.util.function.Consumer", List.of("x -> { }")),
            Map.entry("java.util.function.BiConsumer", List.of("(x, y) -> { }")), Map.entry("java.util.function.Supplier", List.of("() -> 4")),
            Map.entry("java.util.function.IntFunction", List.of("n -> new Object[n]")),
            Map.entry("java.util.function.ToIntFunction", List.of("x -> 1")), Map.entry("java.util.function.ToLongFunction", List.of("x -> 1L")));

    /** What threads pass to static methods: arrays and lists that all of them have. */
    static final Map<String, List<String>> COMMON = Map.ofEntries(
            Map.entry("int[]", List.of("INTS")), Map.entry("java.lang.Object[]", List.of("OBJECTS")), Map.entry("char[]", List.of("CHARS")),
            Map.entry("java.util.List", List.of("LIST")), Map.entry("java.util.Collection", List.of("LIST")), Map.entry("java.lang.CharSequence", List.of("TEXT")));

    /** Arguments for one subject only. */
    static final Map<String, List<String>> OWN = Map.ofEntries(
            Map.entry("Runtime java.lang.Thread", List.of("SPARE")), Map.entry("Calendar int", List.of("1", "5")),
            Map.entry("System java.lang.Object", List.of("INTS")), Map.entry("ThreadGroup int", List.of("1", "7")), Map.entry("Thread int", List.of("1", "7")),
            Map.entry("WeakReference java.lang.Object", List.of("TARGET")), Map.entry("Observable java.lang.Object", List.of("1")),
            Map.entry("URLConnection java.lang.String", List.of("\"a.txt\"")), Map.entry("StringBuilder java.lang.StringBuffer", List.of("new StringBuffer(\"bc\")")));

    /** Not deterministic by themselves, about other threads than ours, or without end. */
    static final List<String> LEFT_OUT = List.of("currentTimeMillis", "nanoTime", "identityHashCode", "exit", "halt", "gc", "runFinalization", "exec", "load", "loadLibrary",
            "totalMemory", "freeMemory", "maxMemory", "availableProcessors", "console", "getenv", "setIn", "setOut", "setErr", "start", "join", "run", "stop", "suspend", "resume",
            "dumpStack", "getAllStackTraces", "currentThread", "startVirtualThread", "shuffle", "printStackTrace", "info", "warning", "severe", "log", "logp", "logrb", "logrb",
            "entering", "exiting", "throwing", "config", "fine", "finer", "finest", "threadId", "getId", "list", "store", "storeToXML", "sleep", "countStackFrames", "destroy",
            "setURLStreamHandlerFactory", "traceMethodCalls", "traceInstructions", "inheritedChannel", "mapLibraryName", "setSecurityManager", "getSecurityManager", "println",
            "wait", "notify", "notifyAll", "getClass", "finalize", "getThreadFactory", "parallelStream",
            "awaitQuiescence", "getKeepAliveTime", "setThreadFactory", "writeObject", "readObject", "readFields");

    static final int LIMIT = 16;

    public static void main(String[] arguments) throws Exception {
        subjects();
        Path folder = Path.of(arguments[0]);
        Files.createDirectories(folder);
        StringBuilder counts = new StringBuilder();
        for (Subject subject : SUBJECTS) {
            List<String> calls = calls(subject);
            write(folder, subject, calls);
            counts.append("Pair").append(subject.name()).append(' ').append(calls.size()).append('\n');
            for (String call : calls) {
                counts.append("  ").append(call).append('\n');
            }
        }
        Files.writeString(folder.resolve("operations.txt"), counts);
    }

    static List<String> calls(Subject subject) {
        Method[] methods = subject.type().getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        List<String> calls = new ArrayList<>();
        for (Method method : methods) {
            if (Modifier.isStatic(method.getModifiers()) != (subject.make() == null) || method.isBridge() || method.isSynthetic() || LEFT_OUT.contains(method.getName())) {
                continue;
            }
            boolean shown = subject.content().startsWith("String.valueOf") || subject.content().startsWith("s + ");
            if (!shown && List.of("toString", "hashCode", "equals").contains(method.getName())) {
                continue;
            }
            addCalls(subject, method, calls);
        }
        return calls;
    }

    static void addCalls(Subject subject, Method method, List<String> calls) {
        Class<?>[] types = method.getParameterTypes();
        for (int variant = 0; variant < 2; variant++) {
            StringBuilder text = new StringBuilder();
            boolean differs = variant == 0;
            for (int at = 0; at < types.length; at++) {
                String type = types[at].getCanonicalName();
                List<String> pool = pool(subject, type);
                if (pool == null) {
                    return;
                }
                String value = pool.get(variant % pool.size());
                differs |= pool.size() > 1;
                text.append(at == 0 ? "" : ", ").append("(").append(type).append(") (").append(value).append(")");
            }
            if (!differs) {
                return;
            }
            String receiver = subject.make() == null ? subject.type().getCanonicalName() : "s";
            String call = receiver + "." + method.getName() + "(" + text + ")";
            calls.add(method.getReturnType() == void.class ? call + "; return \"done\";" : "return show(" + call + ");");
            if (types.length == 0) {
                return;
            }
        }
    }

    /** What there is to pass for a type: a subject's own, what all threads have in common if it has no object, and what is new. */
    static List<String> pool(Subject subject, String type) {
        List<String> pool = OWN.get(subject.name() + " " + type);
        pool = pool == null && subject.make() == null ? COMMON.get(type) : pool;
        pool = pool == null && subject.name().endsWith("FieldUpdater") && type.equals("java.lang.Object") ? List.of("TARGET") : pool;
        return pool == null ? POOL.get(type) : pool;
    }

    static void write(Path folder, Subject subject, List<String> calls) throws IOException {
        StringBuilder text = new StringBuilder();
        String type = subject.type().getCanonicalName();
        text.append("@SuppressWarnings({\"all\", \"deprecation\", \"removal\"})\npublic class Pair").append(subject.name()).append(" extends Shown {\n");
        if (subject.make() != null) {
            text.append("    static ").append(type).append(" s;\n");
        }
        text.append("    static final java.util.concurrent.locks.ReentrantReadWriteLock RW = new java.util.concurrent.locks.ReentrantReadWriteLock();\n");
        text.append("    static final Target TARGET = new Target();\n");
        for (String[] common : new String[][] {{"QUEUE", "java.lang.ref.ReferenceQueue QUEUE = new java.lang.ref.ReferenceQueue();"}, {"WRITER", "java.io.StringWriter WRITER = new java.io.StringWriter();"},
                {"BYTES", "java.io.ByteArrayOutputStream BYTES = new java.io.ByteArrayOutputStream();"}, {"SPARE", "Thread SPARE = new Thread(() -> { });"}, {"INTS", "int[] INTS = {3, 1, 2};"},
                {"OBJECTS", "Object[] OBJECTS = {3, 1, 2};"}, {"CHARS", "char[] CHARS = {'b', 'a'};"}, {"LIST", "java.util.List LIST = new java.util.ArrayList(java.util.Arrays.asList(2, 1));"},
                {"TEXT", "StringBuilder TEXT = new StringBuilder(\"ab\");"}, {"HANDLER", "java.util.logging.Handler HANDLER = new java.util.logging.ConsoleHandler();"}}) {
            if (subject.make() != null && (subject.make() + " " + subject.content()).contains(common[0]) || calls.stream().anyMatch(call -> call.contains(common[0]))) {
                text.append("    static final ").append(common[1]).append('\n');
            }
        }
        text.append('\n');
        text.append("    static String run(int operation) {\n        try {\n            switch (operation) {\n");
        for (int index = 0; index < calls.size(); index++) {
            text.append("                case ").append(index).append(": ").append(calls.get(index)).append('\n');
        }
        text.append("                default: return \"-\";\n            }\n        } catch (Throwable thrown) {\n");
        text.append("            return thrown.getClass().getSimpleName();\n        }\n    }\n\n");
        text.append("    public static void main(String[] a) throws Exception {\n");
        if (subject.make() != null) {
            text.append("        s = (").append(type).append(") ").append(subject.make()).append(";\n");
        }
        text.append("        int i = Integer.parseInt(a[0]), j = Integer.parseInt(a[1]), k = a.length > 2 ? Integer.parseInt(a[2]) : -1;\n");
        text.append("        String[] one = new String[1], two = new String[2];\n");
        text.append("        Thread first = new Thread(() -> one[0] = run(i)), second = new Thread(() -> { two[0] = run(j); two[1] = run(k); });\n");
        text.append("        first.start();\n        second.start();\n        first.join();\n        second.join();\n");
        text.append("        System.out.println(one[0] + \" | \" + two[0] + \" | \" + two[1] + \" | \" + (").append(subject.content()).append("));\n    }\n}\n");
        Files.writeString(folder.resolve("Pair" + subject.name() + ".java"), text);
    }
}
