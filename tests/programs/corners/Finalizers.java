import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Finalizers run once, on a thread of the library's, before phantom references are queued; exceptions in them are lost. */
public class Finalizers {
    static final CountDownLatch FINALIZED = new CountDownLatch(2);
    static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    static WeakReference<Object> weak;
    static PhantomReference<Object> phantom;
    static Saved saved;

    static class Throws {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            FINALIZED.countDown();
            throw new IllegalStateException("nobody sees this");
        }
    }

    static class Saved {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            saved = this;
            FINALIZED.countDown();
        }
    }

    static class Empty {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {}
    }

    static void make() {
        new Throws();
        new Empty();
        Saved object = new Saved();
        weak = new WeakReference<>(object);
        phantom = new PhantomReference<>(object, QUEUE);
    }

    public static void main(String[] args) throws Exception {
        make();
        for (int i = 0; i < 1000 && FINALIZED.getCount() > 0; i++) {
            System.gc();
            FINALIZED.await(20, TimeUnit.MILLISECONDS);
        }
        System.out.println(FINALIZED.getCount() + " " + (saved != null) + " " + weak.get() + " " + QUEUE.poll());
        saved = null;
        Object queued = null;
        for (int i = 0; i < 1000 && queued == null; i++) {
            System.gc();
            queued = QUEUE.remove(20);
        }
        System.out.println((queued == phantom) + " " + (saved == null));
    }
}
