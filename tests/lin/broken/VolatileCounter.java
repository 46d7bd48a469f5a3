/** A volatile field makes neither an increment nor a decrement atomic. */
public class VolatileCounter {
  volatile int value;

  public int increment() {
    return ++value;
  }

  public int decrement() {
    return --value;
  }
}
