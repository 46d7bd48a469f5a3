//@ outputs: 12 | 21
//@ expect: holds
// Two threads read one byte each from the same open file: who comes first gets the first.
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;

public class PositionInCommon {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("position", null);
        Files.write(file.toPath(), new byte[] {1, 2});
        RandomAccessFile open = new RandomAccessFile(file, "r");
        int[] others = new int[1];
        Thread other = new Thread(() -> {
            try {
                others[0] = open.read();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        int own = open.read();
        other.join();
        open.close();
        file.delete();
        System.out.println(own + "" + others[0]);
    }
}
