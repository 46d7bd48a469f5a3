//@ check:
//@ expect: exception
// Some sequence of four operations removes from an empty list.
import hazard.Nondet;
import java.util.*;
public class ListSequences {
    public static void main(String[] args) {
        LinkedList<Integer> l = new LinkedList<>();
        for (int i = 0; i < 4; i++) switch (Nondet.choose(0, 2)) { case 0 -> l.addFirst(i); case 1 -> l.addLast(-i); default -> { if (i > 1) l.removeFirst(); } }
    }
}
