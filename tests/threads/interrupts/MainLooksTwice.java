//@ outputs: false false | true true | false true
//@ expect: holds
// The first thread, too, may be interrupted before it looks, between two looks, or after them.

public class MainLooksTwice {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread other = new Thread(main::interrupt);
        other.start();
        boolean seen = main.isInterrupted();
        boolean taken = Thread.interrupted();
        System.out.println(seen + " " + taken);
    }
}
