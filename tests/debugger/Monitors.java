//@ options: --property assertions
// The guest finds the door locked, enters later, and waits until it is called.

public class Monitors {
    static final Object door = new Object();

    public static void main(String[] args) throws Exception {
        Thread guest = new Thread(() -> {
            synchronized (door) {
                try {
                    door.wait();
                } catch (InterruptedException interrupted) {
                    return;
                }
            }
        }, "guest");
        boolean wasLocked;
        synchronized (door) {
            guest.start();
            wasLocked = guest.getState() == Thread.State.BLOCKED;
        }
        boolean waited;
        synchronized (door) {
            waited = guest.getState() == Thread.State.WAITING;
            door.notify();
        }
        if (waited) {
            guest.join();
            assert !wasLocked : "locked out, and called";
        }
    }
}

/* jdb
$ stop at Monitors:25
$ cont
Breakpoint hit: "thread=main", Monitors.main(), line=25
$ print wasLocked
= true
$ print waited
= true
$ cont
Exception occurred: java.lang.AssertionError (uncaught)"thread=main", Monitors.main(), line=29
$ cont
The application exited
*/
