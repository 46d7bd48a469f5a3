/** Starts a process: really in a single run, and named as unsupported where it is explored. */
public class Starts {
  public static void main(String[] args) throws Exception {
    System.out.println(new ProcessBuilder("true").start().waitFor());
  }
}
