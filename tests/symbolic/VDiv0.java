//@ expect-symbolic: violated

import org.sosy_lab.sv_benchmarks.Verifier;

public class VDiv0 {
  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    int y=10/(x-12345);
  }
}
