/** Waits under an `if`: right as long as nobody wakes without a reason. */
public class WaitsOnce {
    static boolean ready;

    static synchronized void await() throws InterruptedException {
        if (!ready) {
            WaitsOnce.class.wait();
        }
        assert ready;
    }

    static synchronized void set() {
        ready = true;
        WaitsOnce.class.notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(WaitsOnce::set);
        setter.start();
        await();
    }
}
