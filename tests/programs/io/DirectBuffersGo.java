import java.nio.ByteBuffer;

/** Direct buffers that nothing reaches any more make room for others, from one thread and from several. */
public class DirectBuffersGo {
    static long fill(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(32 << 20);
            buffer.putInt(4096 * i, i);
            sum += buffer.getInt(4096 * i);
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(fill(40));
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> System.out.println(fill(20)));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
