// Two threads that take two locks in opposite orders. The schedule ends there, and the program stands to be looked at.

public class Deadlock {
    static final Object left = new Object();
    static final Object right = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                System.out.println("in");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> both(right, left), "other");
        other.start();
        both(left, right);
        other.join();
    }
}

/* jdb
$ cont
# the schedule ends here: deadlock
$ suspend
All threads suspended.
$ threads
main
waiting in a monitor
other
waiting in a monitor
$ where all
main:
[1] Deadlock.both (Deadlock.java:9)
[2] Deadlock.main (Deadlock.java:18)
other:
[1] Deadlock.both (Deadlock.java:9)
[2] Deadlock.lambda$main$0 (Deadlock.java:16)
java.lang.Thread.run
$ threadlocks all
thread main:
Owned monitor: instance of java.lang.Object
Waiting for monitor: instance of java.lang.Object
thread other:
Owned monitor: instance of java.lang.Object
Waiting for monitor: instance of java.lang.Object
$ thread 1
$ locals
first = instance of java.lang.Object
second = instance of java.lang.Object
$ eval first == Deadlock.left
= true
$ eval second == Deadlock.left
= false
*/
