/** Uses what is not supported: a process. */
public class Writes {
  public static void main(String[] args) throws Exception {
    new ProcessBuilder("true").start();
  }
}
