import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
public class ReadFileBeside {
    public static void main(String[] args) throws IOException {
        Path p = Path.of("ReadFileBeside.txt");
        List<String> l = Files.readAllLines(p);
        System.out.println(l.size() + " " + l);
        System.out.println(Files.exists(p) + " " + Files.isDirectory(p) + " " + Files.size(p) + " " + Files.isReadable(p) + Files.exists(Path.of("nothing-here")));
        System.out.println(Files.readString(p).length() + " " + Files.readAllBytes(p)[0]);
        try (Stream<String> s = Files.lines(p)) { System.out.println(s.filter(x -> !x.isBlank()).mapToInt(String::length).sum()); }
        try (BufferedReader r = new BufferedReader(new FileReader("ReadFileBeside.txt"))) { System.out.println(r.readLine() + "|" + r.lines().count()); }
        try (FileInputStream in = new FileInputStream(p.toFile())) { System.out.println(in.read() + " " + in.available()); in.skip(3); System.out.println((char) in.read()); }
        try (Scanner s = new Scanner(p.toFile())) { int words = 0; while (s.hasNext()) { s.next(); words++; } System.out.println(words); }
        try (BufferedReader r = Files.newBufferedReader(p, StandardCharsets.UTF_8)) { char[] buf = new char[5]; System.out.println(r.read(buf) + new String(buf)); }
        try { Files.readAllLines(Path.of("nothing-here")); } catch (NoSuchFileException e) { System.out.println("NoSuchFile " + e.getMessage()); }
        try { new FileReader("nothing-here"); } catch (FileNotFoundException e) { System.out.println(e.getMessage()); }
        File f = new File("ReadFileBeside.txt");
        System.out.println(f.exists() + " " + f.length() + f.isFile() + f.getName() + new File("a/b/../c.txt").getName() + new File("a/b").getParent() + new File("/x//y/").getPath());
    }
}
