/** Looks again after each wait, so that it does not matter who woke it. */
public class WaitsInLoop {
    static boolean ready;

    static synchronized void await() throws InterruptedException {
        while (!ready) {
            WaitsInLoop.class.wait();
        }
        assert ready;
    }

    static synchronized void set() {
        ready = true;
        WaitsInLoop.class.notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(WaitsInLoop::set);
        setter.start();
        await();
    }
}
