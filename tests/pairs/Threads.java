// Random small programs of threads, of which every outcome must be found: `java Threads.java FOLDER COUNT SEED`. Statements of two or
// three threads on common variables, locks, conditions, atomics, queues and maps; what is left at the end is printed.

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

public class Threads {
    static Random random;

    static int below(int n) { return random.nextInt(n); }

    static String pick(String... from) { return from[below(from.length)]; }

    static String value() {
        return pick("1", "2", "5", "x", "y", "v", "r", "a.get()", "x + 1", "y * 2", "arr[0]", "(n == null ? 7 : n.k)", "c.k");
    }

    static String condition() {
        return pick("x == 0", "v > 0", "y != 2", "a.get() == 1", "r == 0", "n == null", "x == y", "arr[1] == 0", "done");
    }

    static String target() { return pick("x", "y", "v", "r", "arr[0]", "arr[1]", "c.k"); }

    static String simple() {
        switch (below(22)) {
            case 0: case 1: case 2: return target() + " = " + value() + ";";
            case 3: case 4: return target() + pick(" += ", " -= ", " ^= ", " = 3 * ") + value() + ";";
            case 5: return pick("x", "y", "v", "arr[0]", "c.k") + pick("++", "--") + ";";
            case 6: return "a." + pick("incrementAndGet()", "getAndAdd(2)", "set(x)", "compareAndSet(0, 3)", "updateAndGet(z -> z * 2 + 1)", "lazySet(4)", "weakCompareAndSetPlain(0, 1)") + ";";
            case 7: return "r = r * 3 + a." + pick("get()", "getAndIncrement()", "getAndSet(x)", "accumulateAndGet(2, Integer::sum)") + ";";
            case 8: return "n = new N(" + value() + ");";
            case 9: return "if (n != null) r += n.k;";
            case 10: return "q." + pick("offer(1)", "offer(x)", "add(2)", "clear()", "remove((Object) 1)") + ";";
            case 11: return "{ Integer e = q.poll(); r = r * 2 + (e == null ? 9 : e); }";
            case 12: return "m." + pick("put(1, x)", "merge(1, 1, Integer::sum)", "putIfAbsent(1, 4)", "remove(1)", "compute(1, (k, o) -> o == null ? 1 : o + 1)") + ";";
            case 13: return "r = r * 2 + m.getOrDefault(1, 0)" + pick("", " + m.size()") + ";";
            case 14: return "done = " + pick("true", "false", "!done") + ";";
            case 15: return "latch.countDown();";
            case 16: return "if (sem.tryAcquire()) { " + simple() + pick(" sem.release();", "") + " }";
            case 17: return "r += (int) " + pick("latch.getCount()", "sem.availablePermits()", "Holder.h", "X.getVolatile()", "X.getAndAdd(1)", "X.getAcquire()", "adder.sum()") + ";";
            case 18: return pick("adder.increment();", "X.setRelease(3);", "X.compareAndSet(0, 2);", "X.setOpaque(1);", "Holder.h += 1;", "ref.set(\"b\");", "r += ref.get().length();", "r += ref.compareAndSet(\"a\", \"ccc\") ? 1 : 2;");
            case 19: return "text.append(" + value() + ");";
            case 20: return "list." + pick("add(x)", "add(1)", "remove((Object) 1)") + ";";
            default: return "r = r * 5 + list.size();";
        }
    }

    static String block(int depth) {
        StringBuilder text = new StringBuilder();
        for (int i = 0, n = 1 + below(2); i < n; i++) text.append(statement(depth)).append(' ');
        return text.toString();
    }

    static String statement(int depth) {
        if (depth == 0) return simple();
        switch (below(18)) {
            case 0: case 1: return "synchronized (" + pick("mon", "mon", "c") + ") { " + block(depth - 1) + "}";
            case 2: case 3: return "lock.lock(); try { " + block(depth - 1) + "} finally { lock.unlock(); }";
            case 4: return "if (lock.tryLock()) try { " + block(depth - 1) + "} finally { lock.unlock(); }";
            case 5: return "if (" + condition() + ") { " + block(depth - 1) + "}" + pick("", " else { " + simple() + " }");
            case 6: return "synchronized (mon) { " + pick("mon.notifyAll();", "mon.notify();") + " }";
            case 7: return "synchronized (mon) { if (" + condition() + ") mon.wait(" + pick("", "1") + "); " + simple() + " }";
            case 8: return "rw." + pick("readLock", "writeLock") + "().lock(); " + simple() + " rw." + "KIND().unlock();";
            case 9: return "lock.lock(); try { " + pick("cond.signal();", "cond.signalAll();", "cond.awaitNanos(" + pick("0", "5") + ");", "if (!done) cond.await();", "cond.await(1, java.util.concurrent.TimeUnit.SECONDS);") + " " + simple() + " } finally { lock.unlock(); }";
            case 10: return pick("OTHER.interrupt();", "r += Thread.interrupted() ? 100 : 0;", "java.util.concurrent.locks.LockSupport.unpark(OTHER);", "java.util.concurrent.locks.LockSupport.parkNanos(5);");
            case 11: return "{ long st = stamped.tryOptimisticRead(); int seen = x; r += stamped.validate(st) ? seen : 50; }";
            case 12: return "{ long st = stamped.writeLock(); " + simple() + " stamped.unlockWrite(st); }";
            case 13: return "for (int i = 0; i < 2; i++) { " + simple() + " }";
            case 14: return "c." + pick("up", "down", "both") + "();";
            default: return simple();
        }
    }

    static String program(String name) {
        StringBuilder text = new StringBuilder();
        text.append("import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*;\n");
        text.append("public class " + name + " {\n");
        text.append("    static int x, y; static volatile int v; static boolean done; static int[] arr = new int[2]; static N n; static final C c = new C();\n");
        text.append("    static final AtomicInteger a = new AtomicInteger(); static final Object mon = new Object(); static final ReentrantLock lock = new ReentrantLock(); static final Condition cond = lock.newCondition();\n");
        text.append("    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock(); static final StampedLock stamped = new StampedLock(); static final CountDownLatch latch = new CountDownLatch(2); static final Semaphore sem = new Semaphore(1);\n");
        text.append("    static final ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>(); static final ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>(); static final LongAdder adder = new LongAdder(); static final AtomicReference<String> ref = new AtomicReference<>(\"a\");\n");
        text.append("    static final StringBuffer text = new StringBuffer(); static final java.util.List<Integer> list = java.util.Collections.synchronizedList(new java.util.ArrayList<>());\n");
        text.append("    static int w; static final java.lang.invoke.VarHandle X; static { try { X = java.lang.invoke.MethodHandles.lookup().findStaticVarHandle(" + name + ".class, \"w\", int.class); } catch (Exception e) { throw new Error(e); } }\n");
        text.append("    static void may() throws InterruptedException { }\n    static class N { final int k; N(int k) { this.k = k; } } static class C { int k; synchronized void up() { k += 2; } synchronized void down() { k--; } void both() { up(); down(); } } static class Holder { static int h = 1 + x; }\n");
        int threads = 2 + (below(4) == 0 ? 1 : 0);
        text.append("    static final int[] result = new int[" + threads + "]; static final Thread[] ts = new Thread[" + threads + "];\n");
        for (int t = 0; t < threads; t++) {
            text.append("    static void run" + t + "() { int r = 0; try { may(); ");
            for (int i = 0, k = (threads == 2 ? 2 : 1) + below(2); i < k; i++) {
                String kind = pick("readLock", "writeLock");
                String line = statement(2).replace("OTHER", "ts[" + (t + 1) % threads + "]");
                line = line.replaceAll("rw\\.(readLock|writeLock)\\(\\)\\.lock\\(\\);", "rw." + kind + "().lock();").replace("KIND", kind);
                text.append(line).append(' ');
            }
            text.append(pick("", "", "if (" + condition() + ") throw new InterruptedException(); "));
            text.append("} catch (InterruptedException e) { r += 1000; } catch (RuntimeException e) { r += 2000; } result[" + t + "] = r; }\n");
        }
        text.append("    public static void main(String[] args) throws Exception {\n");
        for (int t = 0; t < threads; t++) text.append("        ts[" + t + "] = new Thread(() -> run" + t + "());\n");
        text.append("        for (Thread t : ts) t.start();\n        for (Thread t : ts) t.join();\n");
        text.append("        System.out.println(x + \" \" + y + \" \" + v + \" \" + done + \" \" + arr[0] + arr[1] + \" \" + (n == null ? \"-\" : n.k) + \" \" + c.k + \" \" + a + \" \" + q + m + adder + ref + text + list + w + \" \" + latch.getCount() + sem.availablePermits() + \" \" + java.util.Arrays.toString(result));\n");
        return text.append("    }\n}\n").toString();
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        int count = Integer.parseInt(args[1]);
        long seed = Long.parseLong(args[2]);
        Files.createDirectories(folder);
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < count; i++) {
            random = new Random(seed * 1_000_003 + i);
            random.nextInt();
            String name = "Threads" + seed + "x" + i;
            Files.writeString(folder.resolve(name + ".java"), program(name));
            list.append(name).append(" -\n  run\n");
        }
        Files.writeString(folder.resolve("operations.txt"), list.toString());
    }
}
