//@ expect: holds
//@ outputs: a b | b a
/** Two lines from two threads, in either order, each whole. */
public class Handover {
  public static void main(String[] args) throws InterruptedException {
    StringBuffer said = new StringBuffer();
    Thread other = new Thread(() -> say(said, "a"));
    other.start();
    say(said, "b");
    other.join();
    System.out.println(said.toString().trim());
  }

  static synchronized void say(StringBuffer said, String word) {
    said.append(word).append(' ');
  }
}
