//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VChar {
  public static void main(String[] args) throws Exception {
    char c=Verifier.nondetChar();
    if (c>='a'&&c<='z') {
      char u=(char)(c-32);
      assert u>='A'&&u<='Z';
    }
  }
}
