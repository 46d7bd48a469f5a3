package gov.nasa.jpf.vm;

/** As in Java PathFinder's own jars: native methods, and bodies for machines that explore nothing. */
public class Verify {
  public static boolean getBoolean() {
    return false;
  }

  public static int getInt(int min, int max) {
    return min;
  }

  public static native void ignoreIf(boolean condition);

  public static native void breakTransition(String reason);
}
