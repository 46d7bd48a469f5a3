//@ expect-symbolic: holds

import org.sosy_lab.sv_benchmarks.Verifier;

public class VBoundOk {
  public static void main(String[] args) throws Exception {
    int x=Verifier.nondetInt();
    int[] a=new int[10];
    if (x>=0 && x<10) a[x]=1;
  }
}
