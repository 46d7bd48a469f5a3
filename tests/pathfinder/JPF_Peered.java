import gov.nasa.jpf.vm.NativePeer;

/** The peer. */
public class JPF_Peered extends NativePeer {
  public static void work____V() {}
}
