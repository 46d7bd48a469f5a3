//@ outputs: Thread-1 Thread-2 | Thread-2 Thread-1
//@ expect: holds
// Threads without a name get numbers: who makes his first gets the smaller one.

public class NumberedInOrder {
    public static void main(String[] args) throws InterruptedException {
        String[] names = new String[2];
        Thread other = new Thread(() -> names[0] = new Thread(() -> {}).getName());
        other.start();
        names[1] = new Thread(() -> {}).getName();
        other.join();
        System.out.println(names[0] + " " + names[1]);
    }
}
