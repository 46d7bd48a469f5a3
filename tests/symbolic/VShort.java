//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VShort {
  public static void main(String[] args) throws Exception {
    short s=Verifier.nondetShort();
    assert (short)(s+1)>s;
  }
}
