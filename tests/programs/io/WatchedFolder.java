import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Folders that are watched: what is told of files that come, change, move and go; keys that are reset, cancelled and closed. */
public class WatchedFolder {
    static final WatchEvent.Kind<?>[] ALL = {
        StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_DELETE
    };

    /** All that is told until a file of this name has gone; counts depend on the moment. */
    static void until(WatchService service, String last) throws Exception {
        TreeSet<String> told = new TreeSet<>();
        while (!told.contains("ENTRY_DELETE " + last)) {
            WatchKey key = service.poll(20, TimeUnit.SECONDS);
            if (key == null) {
                System.out.println("nothing more after " + told);
                return;
            }
            for (WatchEvent<?> event : key.pollEvents()) {
                told.add(event.kind() + " " + event.context());
            }
            key.reset();
        }
        System.out.println(told);
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("watched");
        WatchService service = FileSystems.getDefault().newWatchService();
        System.out.println(service.poll());
        WatchKey key = folder.register(service, ALL);
        System.out.println(key.isValid() + " " + key.watchable().equals(folder) + " " + key.pollEvents());
        System.out.println(folder.register(service, ALL) == key);

        Path one = Files.createFile(folder.resolve("one"));
        WatchKey signalled = service.take();
        System.out.println(signalled == key);
        for (WatchEvent<?> event : signalled.pollEvents()) {
            System.out.println(event.kind() + " " + event.context() + " " + event.count() + " " + event.kind().type().getSimpleName());
        }
        System.out.println(signalled.reset() + " " + service.poll());

        Files.writeString(one, "text");
        Files.createDirectory(folder.resolve("sub"));
        Files.writeString(folder.resolve("sub/inside"), "nobody watches here");
        Files.move(one, folder.resolve("two"));
        Files.delete(folder.resolve("two"));
        until(service, "two");

        Thread other = new Thread(() -> {
            try {
                Files.createFile(folder.resolve("three"));
                Files.delete(folder.resolve("three"));
            } catch (java.io.IOException e) {
                System.out.println(e);
            }
        });
        other.start();
        until(service, "three");
        other.join();

        WatchKey gone = folder.resolve("sub").register(service, StandardWatchEventKinds.ENTRY_DELETE);
        Files.delete(folder.resolve("sub/inside"));
        Files.delete(folder.resolve("sub"));
        until(service, "sub");
        for (int i = 0; i < 2000 && gone.isValid(); i++) {
            gone.pollEvents();
            gone.reset();
            Thread.sleep(1);
        }
        System.out.println(gone.isValid() + " " + gone.reset());

        try {
            Files.createFile(folder.resolve("file")).register(service, ALL);
        } catch (NotDirectoryException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        try {
            folder.resolve("nowhere").register(service, ALL);
        } catch (java.nio.file.NoSuchFileException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        key.cancel();
        System.out.println(key.isValid());
        service.close();
        try {
            service.take();
        } catch (ClosedWatchServiceException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        Files.delete(folder.resolve("file"));
        Files.delete(folder);
    }
}
