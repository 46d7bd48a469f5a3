//@ exit: 1
//@ throws: java.util.NoSuchElementException: No value present
import java.util.stream.*;
public class UncaughtOptionalGet {
    public static void main(String[] args) { System.out.println(Stream.of(1, 5, 3).max(Integer::compare).get()); System.out.println(IntStream.range(3, 3).max().getAsInt()); }
}
