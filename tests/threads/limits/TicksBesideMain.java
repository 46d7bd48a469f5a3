//@ check: --max-time 60s
//@ expect: holds
//@ end-states: 0
// A thread that sleeps and prints for ever, as timers and servers do, beside a main that prints, too, and ends. Walks that look ahead all come
// to the same round; each of them has seen enough when it is there.

public class TicksBesideMain {
    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                try {
                    Thread.sleep(500);
                } catch (InterruptedException interrupted) {
                    return;
                }
                System.out.println("tick");
            }
        }).start();
        System.out.println("main ends");
    }
}
