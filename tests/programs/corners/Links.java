import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Links of both kinds, made and followed. */
public class Links {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("links"), file = folder.resolve("a.txt");
        Files.writeString(file, "hello");
        Path soft = Files.createSymbolicLink(folder.resolve("soft"), Path.of("a.txt"));
        Path hard = Files.createLink(folder.resolve("hard"), file);
        System.out.println(Files.isSymbolicLink(soft) + " " + Files.readSymbolicLink(soft) + " " + Files.readString(soft));
        System.out.println(Files.isSameFile(file, hard) + " " + Files.isSameFile(file, soft) + " " + soft.toRealPath().getFileName());
        Files.writeString(hard, "changed");
        System.out.println(Files.readString(file) + " " + Files.getAttribute(file, "unix:nlink"));
        Path inner = Files.createDirectory(folder.resolve("inner")), way = Files.createSymbolicLink(folder.resolve("way"), inner);
        Files.writeString(way.resolve("deep.txt"), "through");
        System.out.println(Files.readString(inner.resolve("deep.txt")) + " " + Files.isDirectory(way) + " "
                + Files.isDirectory(way, LinkOption.NOFOLLOW_LINKS));
        Path broken = Files.createSymbolicLink(folder.resolve("broken"), Path.of("nowhere"));
        System.out.println(Files.exists(broken) + " " + Files.exists(broken, LinkOption.NOFOLLOW_LINKS));
        try {
            Files.readString(broken);
        } catch (NoSuchFileException e) {
            System.out.println("no such file");
        }
        try {
            Files.createLink(hard, file);
        } catch (FileAlreadyExistsException e) {
            System.out.println("already there");
        }
        Files.move(soft, folder.resolve("moved"));
        System.out.println(Files.readSymbolicLink(folder.resolve("moved")) + " " + Files.exists(soft, LinkOption.NOFOLLOW_LINKS));
        Files.delete(file);
        System.out.println(Files.exists(folder.resolve("moved")) + " " + Files.readString(hard));
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                System.out.println(folder.relativize(path));
                path.toFile().delete();
            });
        }
        System.out.println(Files.exists(folder));
    }
}
