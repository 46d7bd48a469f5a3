//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VLongAdd {
  public static void main(String[] args) throws Exception {
    long x=Verifier.nondetLong();
    Verifier.assume(x>0);
    assert x+1>x;
  }
}
