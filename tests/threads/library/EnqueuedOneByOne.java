//@ outputs: 00 | 01 | 10 | 11
//@ expect: holds
// References put into their queue by the program: whoever polls comes before, between or after.
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

public class EnqueuedOneByOne {
    public static void main(String[] args) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object kept = new Object();
        WeakReference<Object> one = new WeakReference<>(kept, queue);
        WeakReference<Object> two = new WeakReference<>(kept, queue);
        int[] got = new int[2];
        Thread other = new Thread(() -> {
            got[0] = queue.poll() == null ? 0 : 1;
            got[1] = queue.poll() == null ? 0 : 1;
        });
        other.start();
        one.enqueue();
        two.enqueue();
        other.join();
        System.out.println(got[0] + "" + got[1]);
    }
}
