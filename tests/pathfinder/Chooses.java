import gov.nasa.jpf.vm.Verify;

/** Fails for one of six combinations, of which one is ignored. */
public class Chooses {
  public static void main(String[] args) {
    boolean first = Verify.getBoolean();
    int second = Verify.getInt(1, 3);
    Verify.ignoreIf(first && second == 1);
    Verify.breakTransition("here");
    assert !first || second != 3;
  }
}
