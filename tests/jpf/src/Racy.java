/** Two threads write a variable that nothing protects. */
public class Racy {
  static int shared;

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> shared = 1);
    other.start();
    shared = 2;
    other.join();
  }
}
