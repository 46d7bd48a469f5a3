/** Fails if what it does takes long. */
public class Slow {
  public static void main(String[] args) {
    long before = System.currentTimeMillis();
    long after = System.currentTimeMillis();
    assert after - before < 1000;
  }
}
