//@ check: --search dfs
//@ outputs: [1] | [1, 2] | [1, 2, 3] | changed meanwhile
//@ expect: holds
// What is printed with one call comes out whole; but the text is made before, element by element, while another thread adds some.
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;

public class PrintedWhileAdded {
    static final List<Integer> SHARED = new ArrayList<>(List.of(1));

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            SHARED.add(2);
            SHARED.add(3);
        });
        other.start();
        try {
            System.out.println(SHARED);
        } catch (ConcurrentModificationException e) {
            System.out.println("changed meanwhile");
        }
        other.join();
    }
}
