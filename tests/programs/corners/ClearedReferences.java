import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What `System.gc()` clears, and what it does not. */
public class ClearedReferences {
    public static void main(String[] args) throws Exception {
        Object kept = new Object();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> toKept = new WeakReference<>(kept, queue), toLost = new WeakReference<>(new Object());
        SoftReference<Object> soft = new SoftReference<>(new Object());
        PhantomReference<Object> phantom = new PhantomReference<>(new Object(), queue);
        WeakReference<int[]> queued = new WeakReference<>(new int[3]);
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        map.put(new Object(), "lost");
        map.put(kept, "kept");
        Object cleaned = new Object();
        CountDownLatch done = new CountDownLatch(1);
        Cleaner.create().register(cleaned, done::countDown);
        cleaned = null;
        System.gc();
        System.out.println(done.await(10, TimeUnit.SECONDS));
        System.out.println((toKept.get() == kept) + " " + toLost.get() + " " + (soft.get() != null) + " " + queued.refersTo(null));
        System.out.println(queue.remove(10_000) == phantom);
        System.out.println(queue.poll());
        while (map.size() > 1) Thread.sleep(1);
        System.out.println(map.values());
        Reference.reachabilityFence(kept);
    }
}
