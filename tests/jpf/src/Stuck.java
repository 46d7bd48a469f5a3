/** Waits for nobody. */
public class Stuck {
  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    synchronized (lock) {
      lock.wait();
    }
  }
}
