//@ check: --max-depth 50
//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VLoopInc {
  public static void main(String[] args) throws Exception {
    int n=Verifier.nondetInt();
    int i=0;
    while (i<n) i++;
    assert i>=0;
  }
}
