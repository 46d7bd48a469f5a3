/** What its method does, a native peer says. */
public class Peered {
  static native void work();
}
