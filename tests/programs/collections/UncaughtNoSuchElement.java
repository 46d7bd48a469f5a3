//@ exit: 1
//@ throws: java.util.NoSuchElementException
import java.util.*;
public class UncaughtNoSuchElement {
    public static void main(String[] args) {
        Iterator<Integer> it = new TreeSet<>(List.of(2, 1)).iterator();
        while (true) System.out.println(it.next());
    }
}
