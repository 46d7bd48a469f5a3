//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VAbs {
  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    assert Math.abs(x)>=0;
  }
}
