//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VHash {
  public static void main(String[] args) throws Exception {
    int h=Verifier.nondetInt();
    assert (h ^ (h>>>16)) != 12345;
  }
}
