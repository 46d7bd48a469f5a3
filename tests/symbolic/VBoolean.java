//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VBoolean {
  public static void main(String[] args) throws Exception {
    boolean a=Verifier.nondetBoolean(), b=Verifier.nondetBoolean();
    assert (!(a&&b)) == (!a||!b);
  }
}
