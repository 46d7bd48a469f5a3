//@ check: --property races
//@ expect: holds
// A copy within one array reads what it writes: that is no race of a thread with itself.

public class MovesWithin {
    public static void main(String[] args) throws InterruptedException {
        int[] numbers = {1, 2, 3, 4};
        Thread moves = new Thread(() -> System.arraycopy(numbers, 0, numbers, 1, 3));
        moves.start();
        Thread other = new Thread(() -> System.out.println("elsewhere"));
        other.start();
        moves.join();
        other.join();
        System.out.println(numbers[3]);
    }
}
