import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/** Waits for a collection, which there is none of in an exploration. */
public class Collected {
    public static void main(String[] args) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
        System.gc();
        System.out.println(queue.remove() == reference);
    }
}
