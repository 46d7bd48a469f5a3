//@ exit: 1
//@ throws: java.lang.IllegalStateException: Duplicate key 1 (attempted merging values a and c)
import java.util.stream.*;
public class UncaughtDuplicateKey {
    public static void main(String[] args) {
        System.out.println(Stream.of("a", "bb").collect(Collectors.toMap(String::length, s -> s)));
        System.out.println(Stream.of("a", "bb", "c").collect(Collectors.toMap(String::length, s -> s)));
    }
}
