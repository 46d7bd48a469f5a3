//@ expect: exception
// Between the question whether a directory is there and its making, another thread makes it.
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class FileTestedThenMade {
    static void ensure(Path directory) {
        try {
            if (!Files.exists(directory)) {
                Files.createDirectory(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("tested").resolve("inner");
        Thread other = new Thread(() -> ensure(directory));
        other.start();
        ensure(directory);
        other.join();
    }
}
