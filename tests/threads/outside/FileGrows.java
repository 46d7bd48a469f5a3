//@ outputs: [] | [a] | [ab]
//@ expect: holds
// A file is memory that threads share: whoever reads it comes before, between or after what others append.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

public class FileGrows {
    static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("grows", null);
        Thread other = new Thread(() -> {
            append(file, "a");
            append(file, "b");
        });
        other.start();
        String read = Files.readString(file);
        other.join();
        Files.delete(file);
        System.out.println("[" + read + "]");
    }
}
