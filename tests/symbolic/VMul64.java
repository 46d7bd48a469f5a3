//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VMul64 {
  public static void main(String[] args) throws Exception {
    long x=Verifier.nondetLong();
    assert x*3!=1L;
  }
}
