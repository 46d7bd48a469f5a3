import java.nio.file.FileStore;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is known of the place where files are. */
public class FileStores {
    public static void main(String[] args) throws Exception {
        FileStore store = Files.getFileStore(Path.of("."));
        System.out.println((store.getTotalSpace() > 0) + " " + store.isReadOnly() + " " + store.getBlockSize());
        System.out.println(store.supportsFileAttributeView("posix") + " " + store.supportsFileAttributeView("zip"));
        System.out.println(store.name().isEmpty() + " " + store.type().isEmpty() + " " + store.equals(Files.getFileStore(Path.of("."))));
        System.out.println(FileSystems.getDefault().getFileStores().iterator().hasNext());
    }
}
