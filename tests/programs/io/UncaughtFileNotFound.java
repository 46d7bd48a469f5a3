//@ exit: 1
//@ throws: java.io.FileNotFoundException: no-such-file.txt (No such file or directory)
import java.io.*;
public class UncaughtFileNotFound {
    public static void main(String[] args) throws IOException { System.out.println(new File("no-such-file.txt").exists()); try (BufferedReader r = new BufferedReader(new FileReader("no-such-file.txt"))) { System.out.println(r.readLine()); } }
}
