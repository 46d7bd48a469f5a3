import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A thread with a large stack goes deeper than others; a file is read by a thread of the library's. */
public class ThreadMemory {
    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    public static void main(String[] args) throws Exception {
        Thread deep = new Thread(null, () -> System.out.println(depth(100_000)), "deep", 1L << 28);
        deep.start();
        deep.join();
        Path file = Files.createTempFile("memory", ".txt");
        Files.writeString(file, "contents");
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(20);
            System.out.println(channel.read(buffer, 3).get() + " " + new String(buffer.array(), 0, buffer.position()));
        }
        Files.delete(file);
    }
}
