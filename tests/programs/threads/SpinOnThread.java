// Waiting for a thread by asking after it, without a pause.
public class SpinOnThread {
    static boolean plain;
    public static void main(String[] args) {
        Thread t = new Thread(() -> System.out.println("t"));
        t.start();
        while (t.isAlive()) { }
        Thread u = new Thread(() -> System.out.println("u"));
        u.start();
        while (u.getState() != Thread.State.TERMINATED) { }
        Thread v = new Thread(() -> { long sum = 0; for (int i = 0; i < 1000; i++) sum += i; System.out.println(sum); });
        v.start();
        while (v.isAlive()) Thread.onSpinWait();
        System.out.println(t.getState() + " " + u.isAlive() + " " + v.getState());
    }
}
