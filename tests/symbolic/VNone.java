//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VNone {
  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    Verifier.assume(x>5);
    Verifier.assume(x<3);
    assert false;
  }
}
