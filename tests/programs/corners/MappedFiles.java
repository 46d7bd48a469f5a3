import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** A file that is mapped for writing is the same whether it is looked at through the mapping or not. */
public class MappedFiles {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mapped", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer mapped = channel.map(MapMode.READ_WRITE, 0, 16);
            mapped.putInt(0, 42).putLong(8, -1L);
            mapped.force();
            ByteBuffer four = ByteBuffer.allocate(4);
            channel.read(four, 0);
            System.out.println(channel.size() + " " + four.flip().getInt());
            channel.write(ByteBuffer.allocate(4).putInt(0, 77), 4);
            System.out.println(mapped.getInt(4));
            MappedByteBuffer readOnly = channel.map(MapMode.READ_ONLY, 4, 8), own = channel.map(MapMode.PRIVATE, 0, 8);
            try {
                readOnly.putInt(0, 1);
            } catch (ReadOnlyBufferException e) {
                System.out.println("read only, " + readOnly.getInt(0));
            }
            own.putInt(0, 5);
            System.out.println(mapped.getInt(0) + " " + own.getInt(0) + " " + readOnly.getInt(0));
        }
        System.out.println(Arrays.toString(Files.readAllBytes(file)));
        Files.delete(file);
    }
}
