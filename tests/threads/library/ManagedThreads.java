//@ outputs: 0 | 1
//@ expect: holds
// A thread that has nothing left to do may have ended, or not: who counts threads can tell.
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;

public class ManagedThreads {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {});
        other.start();
        long[] ids = ManagementFactory.getThreadMXBean().getAllThreadIds();
        System.out.println(LongStream.of(ids).filter(id -> id == other.getId()).count());
        other.join();
    }
}
