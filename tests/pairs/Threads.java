// Random small programs of threads, of which every outcome must be found: `java Threads.java FOLDER COUNT SEED`. Statements of two or
// three threads on common variables, locks of every kind, conditions, atomics, handles, queues, maps, futures and pools; what is left at the end is printed.
// A program declares only what it uses. `OTHER` is the next thread, `KIND` one of the two halves of a lock.

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

public class Threads {
    static Random random;

    /** What programs share: a declaration, and how it is shown at the end. A later one may need an earlier one. */
    record Shared(String declaration, String shown) {}

    static final Map<String, Shared> SHARED = new LinkedHashMap<>();

    static void shared(String name, String declaration, String shown) {
        SHARED.put(name, new Shared(declaration, shown));
    }

    static {
        shared("x", "static int x;", "x");
        shared("y", "static int y;", "y");
        shared("v", "static volatile int v;", "v");
        shared("wide", "static long wide;", "wide");
        shared("vw", "static volatile long vw;", "vw");
        shared("done", "static boolean done;", "done");
        shared("arr", "static int[] arr = new int[2];", "arr[0] + \",\" + arr[1]");
        shared("n", "static N n;", "(n == null ? -1 : n.k)");
        shared("vn", "static volatile N vn;", "(vn == null ? -1 : vn.k)");
        shared("c", "static final C c = new C();", "c.k");
        shared("mon", "static final Object mon = new Object();", null);
        shared("lock", "static final ReentrantLock lock = new ReentrantLock();", null);
        shared("fair", "static final ReentrantLock fair = new ReentrantLock(true);", null);
        shared("cond", "static final Condition cond = lock.newCondition();", null);
        shared("full", "static final Condition full = lock.newCondition();", null);
        shared("rw", "static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();", "rw.getReadLockCount()");
        shared("stamped", "static final StampedLock stamped = new StampedLock();", "stamped.isWriteLocked()");
        shared("latch", "static final CountDownLatch latch = new CountDownLatch(2);", "latch.getCount()");
        shared("sem", "static final Semaphore sem = new Semaphore(1);", "sem.availablePermits()");
        shared("barrier", "static final CyclicBarrier barrier = new CyclicBarrier(2, () -> { });", "barrier.isBroken()");
        shared("phaser", "static final Phaser phaser = new Phaser(2);", "phaser.getPhase() + \"p\" + phaser.getArrivedParties()");
        shared("swap", "static final Exchanger<Integer> swap = new Exchanger<>();", null);
        shared("a", "static final AtomicInteger a = new AtomicInteger();", "a");
        shared("al", "static final AtomicLong al = new AtomicLong(1);", "al");
        shared("flag", "static final AtomicBoolean flag = new AtomicBoolean();", "flag");
        shared("aa", "static final AtomicIntegerArray aa = new AtomicIntegerArray(2);", "aa");
        shared("ref", "static final AtomicReference<String> ref = new AtomicReference<>(\"a\");", "ref");
        shared("mark", "static final AtomicStampedReference<String> mark = new AtomicStampedReference<>(\"a\", 0);", "mark.getReference() + mark.getStamp()");
        shared("adder", "static final LongAdder adder = new LongAdder();", "adder");
        shared("most", "static final LongAccumulator most = new LongAccumulator(Math::max, 0);", "most");
        shared("UP", "static final AtomicIntegerFieldUpdater<C> UP = AtomicIntegerFieldUpdater.newUpdater(C.class, \"u\");", "c.u");
        shared("X", "static int w; static final VarHandle X = handle(\"w\", int.class);", "w");
        shared("L", "static volatile long lw = 1; static final VarHandle L = handle(\"lw\", long.class);", "lw");
        shared("E", "static final VarHandle E = MethodHandles.arrayElementVarHandle(int[].class);", null);
        shared("q", "static final ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();", "q");
        shared("d", "static final ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>(java.util.List.of(1));", "d");
        shared("bq", "static final ArrayBlockingQueue<Integer> bq = new ArrayBlockingQueue<>(1);", "bq");
        shared("lq", "static final LinkedBlockingQueue<Integer> lq = new LinkedBlockingQueue<>(2);", "lq");
        shared("bd", "static final LinkedBlockingDeque<Integer> bd = new LinkedBlockingDeque<>(1);", "bd");
        shared("pq", "static final PriorityBlockingQueue<Integer> pq = new PriorityBlockingQueue<>();", "pq");
        shared("sq", "static final SynchronousQueue<Integer> sq = new SynchronousQueue<>();", null);
        shared("tq", "static final LinkedTransferQueue<Integer> tq = new LinkedTransferQueue<>();", "tq");
        shared("m", "static final ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();", "m");
        shared("sm", "static final ConcurrentSkipListMap<Integer, Integer> sm = new ConcurrentSkipListMap<>();", "sm");
        shared("cow", "static final CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(java.util.List.of(1));", "cow");
        shared("text", "static final StringBuffer text = new StringBuffer();", "text");
        shared("list", "static final java.util.List<Integer> list = java.util.Collections.synchronizedList(new java.util.ArrayList<>());", "list");
        shared("vec", "static final java.util.Vector<Integer> vec = new java.util.Vector<>(java.util.List.of(1));", "vec");
        shared("table", "static final java.util.Hashtable<Integer, Integer> table = new java.util.Hashtable<>();", "table");
        shared("plain", "static final java.util.ArrayList<Integer> plain = new java.util.ArrayList<>();", "plain.size()");
        shared("cf", "static final CompletableFuture<Integer> cf = new CompletableFuture<>();", "cf.isDone()");
        shared("task", "static final FutureTask<Integer> task = new FutureTask<>(() -> 4);", "task.isDone() + \"\" + task.isCancelled()");
        shared("tl", "static final ThreadLocal<Integer> tl = ThreadLocal.withInitial(() -> 7);", null);
        shared("va", "static volatile int[] va = {1, 2};", "va[0] + \",\" + va[1]");
        shared("chars", "static final char[] chars = {'a', 'b'};", "chars[0] + \",\" + chars[1]");
        shared("bytes", "static final byte[] bytes = new byte[4];", "java.util.Arrays.toString(bytes)");
        shared("V", "static final VarHandle V = MethodHandles.byteArrayViewVarHandle(short[].class, java.nio.ByteOrder.BIG_ENDIAN);", null);
        shared("buffer", "static final java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocate(4);", "buffer.position()");
        shared("plainText", "static final StringBuilder plainText = new StringBuilder();", "plainText.length()");
        shared("bits", "static final java.util.BitSet bits = new java.util.BitSet();", "bits");
        shared("deque", "static final java.util.ArrayDeque<Integer> deque = new java.util.ArrayDeque<>();", "deque.size()");
        shared("views", "static final java.util.Map<Integer, Integer> views = java.util.Collections.synchronizedMap(new java.util.TreeMap<>(java.util.Map.of(1, 1)));", "views");
        shared("tail", "static final java.util.concurrent.ConcurrentNavigableMap<Integer, Integer> tail = sm.tailMap(1);", "tail");
        shared("grp", "static final ThreadGroup grp = new ThreadGroup(\"grp\");", "grp.getMaxPriority()");
        shared("itl", "static final InheritableThreadLocal<Integer> itl = new InheritableThreadLocal<>() { protected Integer initialValue() { return 3; } };", null);
        shared("log", "static final java.util.logging.Logger log = java.util.logging.Logger.getLogger(\"an.example\");", "log.getLevel()");
        shared("fair2", "static final Semaphore fair2 = new Semaphore(1, true);", "fair2.availablePermits()");
        shared("byName", "static int byName;", "byName");
        shared("FIELD", "static final java.lang.reflect.Field FIELD = field(\"byName\");", null);
        shared("next", "static final CompletableFuture<Integer> next = new CompletableFuture<>();", "next.isDone()");
        shared("Right", "static class Right { static int r = 3; static { r += x; } }", null);
        shared("Left", "static class Left { static int l = 2; static { l += Right.r; } }", null);
        shared("Super", "static class Super { static int s = 1; static { if (x > 3) throw new IllegalStateException(); } }", null);
        shared("Sub", "static class Sub extends Super { static int t = s + 1; }", null);
        shared("Holder", "static class Holder { static int h = 1 + x; static int twice() { return h *= 2; } }", null);
    }

    static int below(int n) { return random.nextInt(n); }

    static String pick(String... from) { return from[below(from.length)]; }

    static String value() {
        return pick("1", "2", "5", "x", "y", "v", "r", "a.get()", "x + 1", "y * 2", "arr[0]", "(n == null ? 7 : n.k)", "(vn == null ? 8 : vn.k + vn.j)", "c.k", "(int) wide", "(int) vw", "(Integer) tl.get()");
    }

    static String condition() {
        return pick("x == 0", "v > 0", "y != 2", "a.get() == 1", "r == 0", "n == null", "x == y", "arr[1] == 0", "done", "vw == 0", "flag.get()", "OTHER.isAlive()", "Thread.currentThread().isInterrupted()");
    }

    static String target() { return pick("x", "y", "v", "r", "arr[0]", "arr[1]", "c.k", "wide", "vw"); }

    static String simple() {
        switch (below(48)) {
            case 0: case 1: case 2: case 3: return target() + " = " + value() + ";";
            case 4: case 5: return target() + pick(" += ", " -= ", " ^= ") + value() + ";";
            case 6: return pick("x", "y", "v", "arr[0]", "c.k", "vw") + pick("++", "--") + ";";
            case 7: return "a." + pick("incrementAndGet()", "getAndAdd(2)", "set(x)", "compareAndSet(0, 3)", "updateAndGet(z -> z * 2 + 1)", "lazySet(4)", "weakCompareAndSetPlain(0, 1)", "setOpaque(2)", "setPlain(6)") + ";";
            case 8: return "r = r * 3 + a." + pick("get()", "getAndIncrement()", "getAndSet(x)", "accumulateAndGet(2, Integer::sum)", "compareAndExchange(0, 5)", "getPlain()") + ";";
            case 9: return pick("n", "vn") + " = new N(" + value() + ");";
            case 10: return pick("if (n != null) r += n.k * 3 + n.j;", "{ N o = vn; if (o != null) { r += o.k; o.j = 4; } }", "if (vn != null) vn.j++;");
            case 11: return "q." + pick("offer(1)", "offer(x)", "add(2)", "clear()", "remove((Object) 1)", "removeIf(e -> e > 1)", "addAll(java.util.List.of(3, 4))") + ";";
            case 12: return "{ Integer e = q.poll(); r = r * 2 + (e == null ? 9 : e); }";
            case 13: return "m." + pick("put(1, x)", "merge(1, 1, Integer::sum)", "putIfAbsent(1, 4)", "remove(1)", "compute(1, (k, o) -> o == null ? 1 : o + 1)", "computeIfAbsent(1, k -> x + 2)", "computeIfPresent(1, (k, o) -> null)", "replace(1, 1, 8)", "put(2, 2)", "clear()", "replaceAll((k, o) -> o + 1)", "keySet().remove(1)", "values().removeIf(o -> o > 1)", "remove(1, 1)") + ";";
            case 14: return pick("r = r * 2 + m.getOrDefault(1, 0);", "r += m.size();", "for (int k : m.keySet()) r = r * 3 + k;", "r += m.containsKey(2) ? 1 : 3;", "r += m.values().stream().mapToInt(e -> e).sum();", "r += m.reduceValues(9, Integer::sum) == null ? 5 : 1;");
            case 15: return pick("done = true;", "done = !done;", "flag.set(true);", "r += flag.compareAndSet(false, true) ? 3 : 4;", "r += flag.getAndSet(false) ? 1 : 2;");
            case 16: return pick("latch.countDown();", "r += latch.await(1, TimeUnit.MILLISECONDS) ? 1 : 2;", "latch.await();");
            case 17: return pick("if (sem.tryAcquire()) { " + simple() + " sem.release(); }", "sem.acquire(); " + simple() + " sem.release();", "r += sem.drainPermits();", "sem.release();", "r += sem.tryAcquire(1, TimeUnit.SECONDS) ? 1 : 2;", "if (sem.tryAcquire()) { " + simple() + " }", "sem.acquireUninterruptibly(); try { " + simple() + " } finally { sem.release(2); }");
            case 18: return "r += (int) " + pick("latch.getCount()", "sem.availablePermits()", "Holder.h", "Holder.twice()", "(int) X.getVolatile()", "(int) X.getAndAdd(1)", "(int) X.getAcquire()", "adder.sum()", "adder.sumThenReset()", "(long) L.getAndAdd(2L)", "(long) L.getOpaque()", "most.get()", "(int) X.getAndBitwiseOr(6)") + ";";
            case 19: return pick("adder.increment();", "adder.add(x);", "X.setRelease(3);", "X.compareAndSet(0, 2);", "X.setOpaque(1);", "X.set(4);", "X.setVolatile(x);", "X.weakCompareAndSet(0, 5);", "L.setVolatile(4L);", "L.compareAndSet(1L, 8L);", "r += (int) X.compareAndExchange(0, 7);", "Holder.h += 1;", "ref.set(\"b\");", "r += ref.get().length();", "r += ref.compareAndSet(\"a\", \"ccc\") ? 1 : 2;", "most.accumulate(x + 2);", "ref.updateAndGet(o -> o + \"z\");", "r += ref.getAndSet(\"dd\").length();");
            case 20: return pick("E.setVolatile(arr, 0, 3);", "r += (int) E.getAndAdd(arr, 0, 2);", "E.compareAndSet(arr, 1, 0, 6);", "aa.incrementAndGet(0);", "r += aa.getAndSet(0, x);", "aa.compareAndSet(1, 0, 3);", "UP.incrementAndGet(c);", "r += UP.getAndAdd(c, 2);", "UP.compareAndSet(c, 0, 9);", "r += c.u;", "al.addAndGet(3);", "r += (int) al.getAndUpdate(z -> z * 2);", "r += mark.compareAndSet(\"a\", \"b\", 0, 1) ? 1 : 2;", "mark.set(\"c\", 4);", "{ int[] st = {0}; r += mark.get(st).length() + st[0]; }");
            case 21: return pick("text.append(" + value() + ");", "text.insert(0, x);", "text.setLength(0);", "r += text.length();", "text.reverse();");
            case 22: return pick("list.add(x);", "list.add(1);", "list.remove((Object) 1);", "r = r * 5 + list.size();", "list.addAll(java.util.List.of(5, 6));", "list.clear();", "list.replaceAll(e -> e + 1);");
            case 23: return pick("vec.add(x);", "vec.clear();", "r += vec.size();", "if (!vec.isEmpty()) r += vec.get(0);", "vec.removeIf(e -> e == 1);", "for (Integer e : vec) r += e;", "vec.addAll(java.util.List.of(2, 3));", "table.put(1, x);", "table.merge(1, 3, Integer::sum);", "r += table.getOrDefault(1, 5);", "r += table.computeIfAbsent(1, k -> 6);");
            case 24: return pick("d.addFirst(2);", "d.addLast(3);", "{ Integer e = d.pollFirst(); r += e == null ? 7 : e; }", "{ Integer e = d.pollLast(); r += e == null ? 7 : e; }", "r += d.size();", "for (int e : d) r = r * 2 + e;", "d.removeFirstOccurrence(1);");
            case 25: return pick("cow.add(x);", "cow.addIfAbsent(1);", "r += cow.size();", "for (int e : cow) r = r * 2 + e;", "cow.remove((Object) 1);", "cow.set(0, 4);", "cow.removeIf(e -> e < 3);");
            case 26: return pick("sm.put(1, x);", "sm.remove(1);", "sm.merge(1, 1, Integer::sum);", "r += sm.size();", "{ var e = sm.firstEntry(); r += e == null ? 6 : e.getValue(); }", "{ var e = sm.pollFirstEntry(); r += e == null ? 6 : e.getValue(); }", "sm.putIfAbsent(2, 3);", "for (int k : sm.keySet()) r += k;");
            case 27: return pick("r += bq.offer(1) ? 1 : 2;", "bq.put(x);", "r += bq.take();", "{ Integer e = bq.poll(); r += e == null ? 3 : e; }", "{ Integer e = bq.poll(1, TimeUnit.SECONDS); r += e == null ? 3 : e; }", "r += bq.offer(2, 1, TimeUnit.MILLISECONDS) ? 1 : 2;", "r += bq.remainingCapacity();");
            case 28: return pick("r += lq.offer(1) ? 1 : 2;", "lq.put(x);", "r += lq.take();", "{ Integer e = lq.poll(); r += e == null ? 3 : e; }", "{ Integer e = lq.peek(); r += e == null ? 3 : e; }", "lq.clear();", "r += lq.drainTo(new java.util.ArrayList<>());", "r += lq.size();");
            case 29: return pick("r += bd.offerFirst(1) ? 1 : 2;", "bd.putLast(x);", "r += bd.takeFirst();", "{ Integer e = bd.pollLast(); r += e == null ? 3 : e; }", "pq.add(x);", "pq.offer(3);", "{ Integer e = pq.poll(); r += e == null ? 3 : e; }", "r += pq.take();", "r += pq.size();");
            case 30: return pick("r += sq.offer(1) ? 1 : 2;", "{ Integer e = sq.poll(); r += e == null ? 3 : e; }", "{ Integer e = sq.poll(1, TimeUnit.SECONDS); r += e == null ? 3 : e; }", "r += sq.offer(2, 1, TimeUnit.SECONDS) ? 1 : 2;", "sq.put(4);", "r += sq.take();", "r += tq.tryTransfer(5) ? 1 : 2;", "tq.put(x);", "r += tq.take();", "{ Integer e = tq.poll(); r += e == null ? 3 : e; }", "r += tq.size();");
            case 31: return pick("cf.complete(3);", "cf.completeExceptionally(new IllegalStateException());", "r += cf.getNow(9);", "r += cf.isDone() ? 1 : 2;", "cf.thenAccept(z -> x += z);", "cf.thenApply(z -> z + 1).whenComplete((z, e) -> v = e == null ? z : 6);", "r += cf.join();", "cf.cancel(false);", "r += cf.handle((z, e) -> e == null ? z : 8).getNow(5);", "cf.completeOnTimeout(2, 1, TimeUnit.SECONDS);");
            case 32: return pick("task.run();", "r += task.get();", "r += task.cancel(true) ? 1 : 2;", "r += task.isDone() ? 1 : 2;");
            case 33: return pick("tl.set(x);", "r += tl.get();", "tl.remove();");
            case 34: return pick("plain.add(1);", "r += plain.size();", "if (!plain.isEmpty()) r += plain.get(0);");
            case 36: return pick("va[0] = 3;", "va = new int[] {x, 4};", "r += va[1];", "va[1]++;", "System.arraycopy(va, 0, va, 1, 1);", "arr = va.clone();", "java.util.Arrays.fill(va, 7);", "r += java.util.Arrays.equals(va, arr) ? 1 : 2;", "r += java.util.Arrays.hashCode(va);", "r += java.util.Arrays.stream(va).sum();");
            case 37: return pick("chars[0] = 'x';", "chars[1] = 'y';", "r += String.valueOf(chars).hashCode();", "text.append(chars);", "\"cd\".getChars(0, 2, chars, 0);", "bytes[1] = 1;", "V.set(bytes, 0, (short) 0x203);", "r += (short) V.get(bytes, 0);", "buffer.put((byte) 1);", "r += buffer.remaining();", "buffer.put(bytes);", "buffer.flip();", "r += new String(bytes, 0, 2).charAt(1);", "r += java.util.Arrays.hashCode(bytes);");
            case 38: return pick("plainText.append(\"ab\");", "plainText.setLength(1);", "r += plainText.length();", "r += plainText.toString().length();", "bits.set(1);", "bits.flip(0, 2);", "r += bits.cardinality();", "deque.add(x);", "{ Integer e = deque.poll(); r += e == null ? 4 : e; }", "r += deque.size();");
            case 39: return pick("views.put(2, x);", "for (int k : views.keySet()) r = r * 3 + k;", "synchronized (views) { for (int k : views.keySet()) r = r * 3 + k; }", "views.values().remove(1);", "r += views.size();", "tail.put(2, 5);", "r += tail.size();", "{ var e = tail.pollFirstEntry(); r += e == null ? 6 : e.getValue(); }", "sm.descendingMap().remove(2);", "m.entrySet().iterator().forEachRemaining(e -> e.setValue(9));", "r += m.values().toArray().length;");
            case 40: return pick("grp.setMaxPriority(4);", "r += grp.getMaxPriority();", "OTHER.setPriority(7);", "r += OTHER.getPriority();", "OTHER.setName(\"q\");", "r += OTHER.getName().equals(\"q\") ? 1 : 2;", "log.setLevel(java.util.logging.Level.FINE);", "r += log.getLevel() == null ? 1 : 2;", "r += java.util.logging.Logger.getLogger(\"an.example\").getLevel() == null ? 3 : 4;");
            case 41: return pick("System.setProperty(\"an.example\", \"\" + x);", "r += Integer.getInteger(\"an.example\", 5);", "System.clearProperty(\"an.example\");", "itl.set(x);", "r += itl.get();", "FIELD.setInt(null, 3);", "r += FIELD.getInt(null);", "byName++;", "r += Left.l;", "r += Right.r;", "r += Sub.t;", "Super.s += 2;");
            case 42: return pick("E.setOpaque(arr, 0, 2);", "r += (int) E.getAndSetAcquire(arr, 1, 5);", "X.getAndAddRelease(2);", "X.weakCompareAndSetPlain(0, 8);", "VarHandle.releaseFence();", "VarHandle.acquireFence();", "r += (int) E.compareAndExchangeRelease(arr, 0, 0, 4);", "r += (int) X.getAndBitwiseXorAcquire(3);", "if (fair2.tryAcquire()) fair2.release();", "fair2.acquire(); " + simple() + " fair2.release();");
            case 43: return pick("next.complete(x);", "r += next.exceptionally(e -> 5).getNow(6);", "next.thenCompose(z -> cf).thenAccept(z -> y += z);", "cf.thenAcceptBoth(next, (z, w) -> v = z + w);", "CompletableFuture.allOf(cf, next).thenRun(() -> x++);", "r += (Integer) CompletableFuture.anyOf(cf, next).getNow(8);", "cf.applyToEither(next, z -> z).thenAccept(z -> v += z);", "next.obtrudeValue(2);", "next.orTimeout(1, TimeUnit.SECONDS);", "r += next.isCompletedExceptionally() ? 1 : 2;");
            case 35: return pick("Thread.yield();", "Thread.onSpinWait();", "VarHandle.fullFence();", "Thread.sleep(1);", "Thread.sleep(0);");
            default: return target() + " = " + value() + ";";
        }
    }

    static String block(int depth) {
        StringBuilder text = new StringBuilder();
        for (int i = 0, n = 1 + below(2); i < n; i++) text.append(statement(depth)).append(' ');
        return text.toString();
    }

    static String guarded(String take, String inside, String release) {
        return take + "; try { " + inside + "} finally { " + release + "; }";
    }

    static String statement(int depth) {
        if (depth == 0) return simple();
        switch (below(46)) {
            case 0: case 1: return "synchronized (" + pick("mon", "mon", "c", "CLASS.class") + ") { " + block(depth - 1) + "}";
            case 2: return guarded("lock.lock()", block(depth - 1), "lock.unlock()");
            case 3: return guarded(pick("lock", "fair") + ".lockInterruptibly()", block(depth - 1), "LAST.unlock()");
            case 4: return "if (lock.tryLock(" + pick("", "1, TimeUnit.SECONDS") + ")) try { " + block(depth - 1) + "} finally { lock.unlock(); }";
            case 5: return "if (" + condition() + ") { " + block(depth - 1) + "}" + pick("", " else { " + simple() + " }");
            case 6: return "synchronized (mon) { " + pick("mon.notifyAll();", "mon.notify();") + " }";
            case 7: return "synchronized (mon) { if (" + condition() + ") mon.wait(" + pick("", "1", "1, 5") + "); " + simple() + " }";
            case 8: return guarded("rw.KIND().lock()", simple(), "rw.KIND().unlock()");
            case 9: return "if (rw.KIND().tryLock()) try { " + simple() + " } finally { rw.KIND().unlock(); }";
            case 10: return "rw.writeLock().lock(); try { " + simple() + " rw.readLock().lock(); } finally { rw.writeLock().unlock(); } try { " + simple() + " } finally { rw.readLock().unlock(); }";
            case 11: return guarded("lock.lock()", pick("cond.signal();", "cond.signalAll();", "full.signal();", "cond.awaitNanos(" + pick("0", "5") + ");", "if (!done) cond.await();", "if (x == 0) full.await();", "cond.await(1, TimeUnit.SECONDS);", "r += cond.await(1, TimeUnit.MILLISECONDS) ? 1 : 2;", "if (!done) cond.awaitUninterruptibly();") + " " + simple(), "lock.unlock()");
            case 12: return pick("OTHER.interrupt();", "r += Thread.interrupted() ? 100 : 0;", "LockSupport.unpark(OTHER);", "LockSupport.parkNanos(5);", "LockSupport.park();", "LockSupport.park(mon);", "OTHER.join(1);", "r += OTHER.isAlive() ? 1 : 2;", "r += OTHER.isInterrupted() ? 1 : 2;", "Thread.currentThread().interrupt();");
            case 13: return "{ long st = stamped.tryOptimisticRead(); int seen = x; r += stamped.validate(st) ? seen : 50; }";
            case 14: return "{ long st = stamped.writeLock(); try { " + simple() + " } finally { stamped.unlockWrite(st); } }";
            case 15: return "{ long st = stamped.readLock(); try { r += x; long up = stamped.tryConvertToWriteLock(st); if (up != 0) { st = up; " + simple() + " } } finally { stamped.unlock(st); } }";
            case 16: return "for (int i = 0; i < 2; i++) { " + simple() + " }";
            case 17: return pick("c.up();", "c.down();", "c.both();", "C.all();", "c.twice(() -> x++);", "r += c.await();", "c.tell();");
            case 18: return pick("barrier.await();", "r += barrier.await(1, TimeUnit.SECONDS);", "barrier.reset();", "r += barrier.getNumberWaiting();");
            case 19: return pick("phaser.arrive();", "r += phaser.arriveAndAwaitAdvance();", "phaser.arriveAndDeregister();", "r += phaser.getPhase();", "phaser.register();", "phaser.awaitAdvance(0);");
            case 20: return pick("r += swap.exchange(x + 1, 1, TimeUnit.SECONDS);", "r += swap.exchange(3);");
            case 21: return "{ Thread t = new Thread(() -> { x += 2; v = x; }); t.start(); " + simple() + " t.join(); }";
            case 22: return "{ ExecutorService pool = Executors.newFixedThreadPool(1); Future<Integer> f = pool.submit(() -> ++x); " + simple() + pick(" r += f.get();", " r += f.cancel(false) ? 1 : 2;", " f.get(1, TimeUnit.SECONDS);", "") + " pool.shutdown(); }";
            case 23: return "r += CompletableFuture.supplyAsync(() -> x + 1, o -> o.run()).thenCombine(cf.thenApply(z -> z * 2), Integer::sum).getNow(7);";
            case 24: return "m.compute(2, (k, o) -> { x++; return o == null ? v : o * 2; });";
            case 25: return "synchronized (" + pick("mon", "c") + ") { synchronized (" + pick("mon", "c") + ") { " + simple() + " } " + simple() + " }";
            case 26: return "while (!" + pick("flag.compareAndSet(false, true)", "a.compareAndSet(0, 1)") + ") { r++; if (r > 2) break; Thread.onSpinWait(); }";
            case 27: return "if (vn == null) synchronized (mon) { if (vn == null) { vn = new N(" + value() + "); } }";
            case 28: return pick("for (int e : plain) r += e;", "list.forEach(e -> x += e);", "synchronized (list) { for (int e : list) r += e; }", "vec.forEach(e -> y += e);", "m.forEach((k, e) -> y += e);", "m.forEach(1, (k, e) -> y += e);");
            case 29: return "java.util.stream.IntStream.range(0, 2).parallel().forEach(i -> arr[i] += " + pick("1", "x") + ");";
            case 30: return "{ Thread t = new Thread(() -> { " + pick("x += 2;", "v++;", "a.incrementAndGet();") + " }); t.setDaemon(true); t.start(); " + simple() + pick(" t.join();", " t.join(1);", " r += t.isAlive() ? 1 : 2;") + " }";
            case 31: return "{ Thread t = new Thread(grp, () -> { r0(); if (Thread.interrupted()) x += 4; }); t.start(); " + pick("grp.interrupt();", "t.interrupt();", "grp.setMaxPriority(2);") + " " + simple() + " t.join(); }";
            case 32: return "{ ScheduledExecutorService pool = Executors.newScheduledThreadPool(1); Future<Integer> f = pool.schedule(() -> ++x, 1, TimeUnit.SECONDS); " + simple() + pick(" r += f.get();", " r += f.cancel(false) ? 1 : 2;", " r += f.isDone() ? 1 : 2;") + " pool.shutdown(); }";
            case 33: return "{ java.util.Timer timer = new java.util.Timer(true); java.util.TimerTask job = new java.util.TimerTask() { public void run() { x += 3; } }; timer.schedule(job, 1); " + simple() + " r += job.cancel() ? 1 : 2; timer.cancel(); }";
            case 34: return "r += new RecursiveTask<Integer>() { protected Integer compute() { return x + 1; } }" + pick(".fork().join();", ".invoke();");
            case 35: return "synchronized (mon) { long until = 0; while (" + condition() + " && until++ < 1) mon.wait(1); " + simple() + " mon.notifyAll(); }";
            case 36: return "try { " + simple() + " Thread.sleep(1); } catch (InterruptedException gone) { " + simple() + " Thread.currentThread().interrupt(); }";
            case 37: return "{ long st = stamped.tryReadLock(); if (st != 0) { r += x; st = stamped.tryConvertToOptimisticRead(st); " + simple() + " r += stamped.validate(st) ? 1 : 2; } }";
            case 38: return "{ int phase = phaser.arrive(); " + simple() + " try { phaser.awaitAdvanceInterruptibly(phase, 1, TimeUnit.SECONDS); } catch (TimeoutException e) { r += 30; } }";
            case 39: return "{ var it = " + pick("list", "cow", "q", "m.keySet()", "vec") + ".iterator(); " + simple() + " if (it.hasNext()) r += it.next(); }";
            case 40: return "r += (int) " + pick("q", "cow", "list", "d") + ".stream().filter(e -> e > 1).count();";
            case 41: return IS_MODERN ? "try (var pool = Executors.newVirtualThreadPerTaskExecutor()) { Future<Integer> f = pool.submit(() -> ++x); " + simple() + pick("", " r += f.get();", " f.cancel(true);") + " } catch (CancellationException e) { r += 60; }" : simple();
            default: return simple();
        }
    }

    static final boolean IS_MODERN = Runtime.version().feature() >= 21;

    static final String HELP = "    static VarHandle handle(String name, Class<?> type) { try { return MethodHandles.lookup().findStaticVarHandle(CLASS.class, name, type); } catch (Exception e) { throw new Error(e); } }\n"
            + "    static java.lang.reflect.Field field(String name) { try { return CLASS.class.getDeclaredField(name); } catch (Exception e) { throw new Error(e); } }\n"
            + "    static void r0() { }\n"
            + "    static class N { final int k; int j; N(int k) { this.k = k; j = k + 1; } }\n"
            + "    static class C { int k; volatile int u; static int s; synchronized void up() { k += 2; } synchronized void down() { k--; } void both() { up(); down(); } static synchronized void all() { s++; } synchronized void twice(Runnable r) { r.run(); r.run(); } synchronized int await() throws InterruptedException { if (k == 0) wait(1); return k; } synchronized void tell() { k = 1; notifyAll(); } }\n";

    static boolean uses(String text, String name) { return Pattern.compile("\\b" + name + "\\b").matcher(text).find(); }

    static String body(int t, int threads, String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0, k = (threads == 2 ? 2 : 1) + below(2); i < k; i++) {
            String line = statement(2).replace("OTHER", "ts[" + (t + 1) % threads + "]").replace("CLASS", name);
            while (line.contains("KIND")) {
                String kind = pick("readLock", "writeLock");
                line = line.replaceFirst("KIND", kind).replaceFirst("KIND", kind);
            }
            line = line.replaceAll("fair\\.lockInterruptibly\\(\\)(.*?)LAST\\.", "fair.lockInterruptibly()$1fair.").replace("LAST.", "lock.");
            text.append(line).append(' ');
        }
        text.append(pick("", "", "if (" + condition().replace("OTHER", "ts[" + (t + 1) % threads + "]") + ") throw new InterruptedException(); "));
        return text.toString();
    }

    static String thread(int t) {
        String run = "run" + t + "()";
        switch (below(IS_MODERN ? 8 : 7)) {
            case 0: return "new Thread() { @Override public void run() { " + run + "; } }";
            case 1: return "new Thread() { int own = " + t + "; @Override public synchronized void run() { " + run + "; own++; } }";
            case 2: return "new Thread(new Runnable() { @Override public void run() { " + run + "; } }, \"t" + t + "\")";
            case 6: return "new Thread(" + pick("null", "new ThreadGroup(\"own\")") + ", () -> " + run + ", \"g" + t + "\")";
            case 7: return "Thread.ofVirtual().unstarted(() -> " + run + ")";
            default: return "new Thread(() -> " + run + ")";
        }
    }

    static String program(String name) {
        int threads = 2 + (below(4) == 0 ? 1 : 0);
        List<String> bodies = new ArrayList<>();
        for (int t = 0; t < threads; t++) bodies.add(body(t, threads, name));
        StringBuilder text = new StringBuilder();
        text.append("import java.lang.invoke.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*;\n");
        text.append("public class " + name + " {\n");
        // What is used, and what that uses; each declaration after those that it needs.
        String used = String.join("\n", bodies) + "\n" + "Holder x";
        List<String> names = new ArrayList<>(SHARED.keySet());
        for (int i = names.size() - 1; i >= 0; i--) {
            if (uses(used, names.get(i))) used += "\n" + SHARED.get(names.get(i)).declaration() + " " + SHARED.get(names.get(i)).shown();
        }
        StringBuilder shown = new StringBuilder();
        for (String each : names) {
            if (!uses(used, each)) continue;
            text.append("    ").append(SHARED.get(each).declaration()).append('\n');
            if (SHARED.get(each).shown() != null) shown.append(SHARED.get(each).shown()).append(" + \" \" + ");
        }
        text.append(HELP.replace("CLASS", name));
        text.append("    static void may() throws InterruptedException { }\n");
        text.append("    static final int[] result = new int[" + threads + "]; static final Thread[] ts = new Thread[" + threads + "];\n");
        for (int t = 0; t < threads; t++) {
            text.append("    static void run" + t + "() { int r = 0; try { may(); ").append(bodies.get(t));
            text.append("} catch (InterruptedException e) { r += 1000; } catch (RuntimeException e) { r += 2000; } catch (Exception e) { r += 3000; } catch (LinkageError e) { r += 4000; } result[" + t + "] = r; }\n");
        }
        text.append("    public static void main(String[] args) throws Exception {\n");
        for (int t = 0; t < threads; t++) text.append("        ts[" + t + "] = " + thread(t) + ";\n");
        text.append("        for (Thread t : ts) t.start();\n        for (Thread t : ts) t.join();\n");
        text.append("        System.out.println(" + shown + "java.util.Arrays.toString(result));\n");
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
