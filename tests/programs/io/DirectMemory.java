import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Buffers outside the heap, and files that are mapped, locked and temporary. */
public class DirectMemory {
    public static void main(String[] args) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(32);
        buffer.putInt(7).putLong(-2L).putDouble(1.5).put((byte) -1).flip();
        System.out.println(buffer.getInt() + " " + buffer.getLong() + " " + buffer.getDouble() + " " + buffer.get());
        buffer.clear().order(ByteOrder.LITTLE_ENDIAN).putInt(0, 0x01020304);
        System.out.println(buffer.get(0) + " " + buffer.order(ByteOrder.BIG_ENDIAN).getInt(0));
        IntBuffer view = buffer.asIntBuffer();
        view.put(new int[] {1, 2, 3});
        ByteBuffer other = ByteBuffer.allocateDirect(32).put(buffer.duplicate().limit(12)).flip();
        System.out.println(other.mismatch(buffer) + " " + buffer.getInt(8) + " " + other.slice(4, 4).getInt());
        byte[] copy = new byte[12];
        other.get(copy);
        System.out.println(copy[11] + " " + other.hasRemaining());

        Path folder = Files.createTempDirectory("direct");
        Path first = Files.createTempFile(folder, "a", ".bin");
        Path second = Files.createTempFile(folder, "a", ".bin");
        System.out.println(first.equals(second) + " " + Files.size(first) + " " + first.toString().endsWith(".bin"));
        try (FileChannel channel = FileChannel.open(first, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            buffer.clear();
            System.out.println(channel.write(buffer) + " " + channel.size());
            System.out.println(channel.map(FileChannel.MapMode.READ_ONLY, 4, 8).getInt(4));
            FileLock lock = channel.tryLock();
            System.out.println(lock.isValid() + " " + lock.isShared());
            try {
                channel.lock();
            } catch (OverlappingFileLockException overlap) {
                System.out.println(overlap);
            }
            lock.release();
        }
        Files.delete(first);
        Files.delete(second);
        Files.delete(folder);
        System.out.println(Files.exists(folder));
    }
}
