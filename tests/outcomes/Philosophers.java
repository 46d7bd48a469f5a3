//@ outputs: done
/** Two philosophers: the other outcome is a deadlock, which prints nothing. */
public class Philosophers {
  public static void main(String[] args) throws InterruptedException {
    Object left = new Object();
    Object right = new Object();
    Thread other = new Thread(() -> eat(right, left));
    other.start();
    eat(left, right);
    other.join();
    System.out.println("done");
  }

  static void eat(Object first, Object second) {
    synchronized (first) {
      synchronized (second) {
        return;
      }
    }
  }
}
