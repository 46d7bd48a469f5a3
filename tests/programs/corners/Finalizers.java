import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Finalizers run on a thread of their own after a collection that was asked for, once each, whatever they throw or bring back. */
@SuppressWarnings({"deprecation", "removal"})
public class Finalizers {
    static CountDownLatch finalized;
    static volatile Counted broughtBack;
    static volatile int times;
    static volatile String thread;

    static class Counted {
        final int[] content = {1, 2, 3};

        @Override
        protected void finalize() {
            times++;
            thread = Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon();
            broughtBack = this;
            finalized.countDown();
        }
    }

    /** Inherits its finalizer; another one throws. */
    static class Heir extends Counted {
        @Override
        protected void finalize() {
            super.finalize();
            throw new IllegalStateException("nobody sees this");
        }
    }

    static class Indirect {
        final Counted counted = new Counted();
    }

    static boolean collect() throws InterruptedException {
        for (int i = 0; i < 1000; i++) {
            System.gc();
            if (finalized.await(20, TimeUnit.MILLISECONDS)) return true;
        }
        return false;
    }

    static WeakReference<Counted> make(int kind) {
        finalized = new CountDownLatch(1);
        return new WeakReference<>(kind == 0 ? new Counted() : kind == 1 ? new Heir() : new Indirect().counted);
    }

    public static void main(String[] args) throws Exception {
        for (int kind = 0; kind < 3; kind++) {
            WeakReference<Counted> weak = make(kind);
            System.out.println(collect() + " " + times + " " + thread + " " + (weak.get() == null) + " " + broughtBack.content[2]);
        }
        // What was brought back is finalized no second time.
        broughtBack = null;
        Counted kept = new Counted();
        for (int i = 0; i < 3; i++) {
            System.gc();
            System.runFinalization();
        }
        System.out.println(times + " " + kept.content.length);
        make(0);
        System.out.println(collect() + " " + times);
    }
}
