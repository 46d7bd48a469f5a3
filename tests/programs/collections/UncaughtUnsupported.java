//@ exit: 1
//@ throws: java.lang.UnsupportedOperationException
import java.util.*;
public class UncaughtUnsupported {
    public static void main(String[] args) {
        List<Integer> l = List.of(3, 1, 2);
        System.out.println(l);
        Collections.sort(l);
    }
}
