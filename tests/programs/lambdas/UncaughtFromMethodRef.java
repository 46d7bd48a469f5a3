//@ exit: 1
//@ throws: java.lang.NullPointerException
import java.util.*;
public class UncaughtFromMethodRef {
    public static void main(String[] args) { List<String> l = new ArrayList<>(Arrays.asList("b", "a", null)); l.forEach(System.out::println); l.sort(String::compareTo); }
}
