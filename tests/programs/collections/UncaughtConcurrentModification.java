//@ exit: 1
//@ throws: java.util.ConcurrentModificationException
import java.util.*;
public class UncaughtConcurrentModification {
    public static void main(String[] args) {
        List<String> l = new ArrayList<>(List.of("a", "b", "c", "d"));
        for (String s : l) { System.out.println(s); if (s.equals("c")) l.remove(s); }
        System.out.println("removing the last but one goes unnoticed " + l);
        for (String s : l) { System.out.println(s); if (s.equals("a")) l.remove(s); }
    }
}
