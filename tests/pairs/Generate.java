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
        subject("SynchronizedNavigableMap", java.util.NavigableMap.class, "java.util.Collections.synchronizedNavigableMap(new java.util.TreeMap(" + map + "))", all);
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
            Map.entry("java.lang.Throwable", List.of("new IllegalStateException()")),
            Map.entry("java.util.function.Function", List.of("x -> 5")), Map.entry("java.util.function.BiFunction", List.of("(x, y) -> 5", "(x, y) -> null")),
            Map.entry("java.util.function.UnaryOperator", List.of("x -> 5")), Map.entry("java.util.function.BinaryOperator", List.of("(x, y) -> y")),
            Map.entry("java.util.function.IntUnaryOperator", List.of("x -> x + 1")), Map.entry("java.util.function.IntBinaryOperator", List.of("(x, y) -> x + y")),
            Map.entry("java.util.function.LongUnaryOperator", List.of("x -> x + 1")), Map.entry("java.util.function.LongBinaryOperator", List.of("(x, y) -> x + y")),
            Map.entry("java.util.function.Predicate", List.of("x -> x.equals(1)")), Map.entry("java.util.function.Consumer", List.of("x -> { }")),
            Map.entry("java.util.function.BiConsumer", List.of("(x, y) -> { }")), Map.entry("java.util.function.Supplier", List.of("() -> 4")),
            Map.entry("java.util.function.IntFunction", List.of("n -> new Object[n]")),
            Map.entry("java.util.function.ToIntFunction", List.of("x -> 1")), Map.entry("java.util.function.ToLongFunction", List.of("x -> 1L")));

    /** Not deterministic by themselves, about other threads than ours, or without end. */
    static final List<String> LEFT_OUT = List.of("wait", "notify", "notifyAll", "getClass", "finalize", "getThreadFactory", "parallelStream",
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
            if (Modifier.isStatic(method.getModifiers()) || method.isBridge() || method.isSynthetic() || LEFT_OUT.contains(method.getName())) {
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
                List<String> pool = POOL.get(type);
                if (pool == null) {
                    return;
                }
                String value = pool.get(variant % pool.size());
                if (at == 0 && type.equals("java.lang.Object") && subject.name().endsWith("FieldUpdater")) {
                    value = "TARGET";
                }
                differs |= pool.size() > 1;
                text.append(at == 0 ? "" : ", ").append("(").append(type).append(") (").append(value).append(")");
            }
            if (!differs) {
                return;
            }
            String call = "s." + method.getName() + "(" + text + ")";
            calls.add(method.getReturnType() == void.class ? call + "; return \"done\";" : "return show(" + call + ");");
            if (types.length == 0) {
                return;
            }
        }
    }

    static void write(Path folder, Subject subject, List<String> calls) throws IOException {
        StringBuilder text = new StringBuilder();
        String type = subject.type().getCanonicalName();
        text.append("@SuppressWarnings({\"all\", \"deprecation\", \"removal\"})\npublic class Pair").append(subject.name()).append(" extends Shown {\n");
        text.append("    static ").append(type).append(" s;\n");
        text.append("    static final java.util.concurrent.locks.ReentrantReadWriteLock RW = new java.util.concurrent.locks.ReentrantReadWriteLock();\n");
        text.append("    static final Target TARGET = new Target();\n\n");
        text.append("    static String run(int operation) {\n        try {\n            switch (operation) {\n");
        for (int index = 0; index < calls.size(); index++) {
            text.append("                case ").append(index).append(": ").append(calls.get(index)).append('\n');
        }
        text.append("                default: return \"-\";\n            }\n        } catch (Throwable thrown) {\n");
        text.append("            return thrown.getClass().getSimpleName();\n        }\n    }\n\n");
        text.append("    public static void main(String[] a) throws Exception {\n        s = (").append(type).append(") ").append(subject.make()).append(";\n");
        text.append("        int i = Integer.parseInt(a[0]), j = Integer.parseInt(a[1]), k = a.length > 2 ? Integer.parseInt(a[2]) : -1;\n");
        text.append("        String[] one = new String[1], two = new String[2];\n");
        text.append("        Thread first = new Thread(() -> one[0] = run(i)), second = new Thread(() -> { two[0] = run(j); two[1] = run(k); });\n");
        text.append("        first.start();\n        second.start();\n        first.join();\n        second.join();\n");
        text.append("        System.out.println(one[0] + \" | \" + two[0] + \" | \" + two[1] + \" | \" + (").append(subject.content()).append("));\n    }\n}\n");
        Files.writeString(folder.resolve("Pair" + subject.name() + ".java"), text);
    }
}
