//@ check:
//@ expect: holds
//@ states: 9
//@ end-states: 1
// A file that a path writes is part of the state: other paths do not see it, nor does the disk. One state before the first
// choice; three contents before the second; the three and "no file" before the third; one end, where nothing reads files.
import hazard.Nondet;
import java.io.FileWriter;
import java.nio.file.Files;
import java.nio.file.Path;

public class FilesArePaths {
    public static void main(String[] args) throws Exception {
        Path file = Path.of("no-such-file-here.txt");
        assert !Files.exists(file);
        int first = Nondet.choose(0, 2);
        assert !Files.exists(file);
        try (FileWriter writer = new FileWriter(file.toFile())) {
            writer.write("value " + first);
        }
        first = -1;
        boolean delete = Nondet.bool();
        if (delete) Files.delete(file);
        delete = false;
        Nondet.bool();
        boolean there = Files.exists(file);
        assert !there || Files.readAllLines(file).get(0).startsWith("value ");
    }
}
