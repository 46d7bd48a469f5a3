// The notification comes before anybody waits.

public class LostNotification {
    static final Object signal = new Object();
    static boolean isSent;

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            boolean sent = isSent;
            synchronized (signal) {
                while (!sent) {
                    try {
                        signal.wait();
                    } catch (InterruptedException interrupted) {
                        return;
                    }
                    sent = isSent;
                }
            }
        }, "waiter");
        waiter.start();
        isSent = true;
        synchronized (signal) {
            signal.notify();
        }
        waiter.join();
    }
}

/* jdb
$ stop at LostNotification:13
$ stop at LostNotification:24
$ cont
Breakpoint hit: "thread=main", LostNotification.main(), line=24
$ lock LostNotification.signal
Owned by: main
$ cont
Breakpoint hit: "thread=waiter", LostNotification.lambda$main$0(), line=13
$ locals
sent = false
$ print LostNotification.isSent
= true
$ cont
# the schedule ends here: deadlock
$ suspend
$ threads
waiter
cond. waiting
$ where all
waiter:
LostNotification.lambda$main$0 (LostNotification.java:13)
*/
