import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/** A file that is open for reading cannot be written, also if the program itself wrote it. */
public class ReadOnlyDescriptors {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("only", ".txt");
        try (RandomAccessFile both = new RandomAccessFile(file, "rw"); RandomAccessFile reads = new RandomAccessFile(file, "r")) {
            both.write("text".getBytes());
            System.out.println((char) reads.read() + " " + reads.length());
            try {
                reads.write(1);
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(file.delete());
    }
}
