import java.lang.ref.*;
import java.util.*;
public class UnreachableFinalizersAndGc {
    static class Big { final byte[] b = new byte[100_000]; }
    public static void main(String[] args) {
        long n = 0;
        for (int i = 0; i < 3000; i++) { Big g = new Big(); g.b[i % 1000] = 1; n += g.b.length; }
        System.out.println(n);
        Big kept = new Big();
        WeakReference<Big> w = new WeakReference<>(kept);
        SoftReference<String> s = new SoftReference<>("soft");
        System.gc();
        System.out.println((w.get() == kept) + " " + s.get() + (kept.b.length > 0));
        w.clear();
        System.out.println(w.get() + " " + new PhantomReference<>(kept, new ReferenceQueue<>()).get() + new ReferenceQueue<>().poll());
        List<int[]> l = new ArrayList<>();
        for (int i = 0; i < 200; i++) { l.add(new int[1000]); if (l.size() > 20) l.remove(0); }
        System.out.println(l.size() + " " + (Runtime.getRuntime().totalMemory() > 0) + (Runtime.getRuntime().maxMemory() >= Runtime.getRuntime().freeMemory()) + (Runtime.getRuntime().availableProcessors() > 0));
        System.out.println((System.nanoTime() <= System.nanoTime()) + " " + (System.currentTimeMillis() > 0));
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 20000; i++) sb.append(i % 10);
        System.out.println(sb.length() + " " + sb.toString().hashCode());
    }
}
