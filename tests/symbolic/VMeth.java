//@ check: --symbolic VMeth.f(int,int)
//@ expect-symbolic: violated

public class VMeth {
  static void f(int a,int b) {
    if (a*2+b==1000001 && b==1) throw new IllegalStateException();
  }

  public static void main(String[] args) throws Exception {
    f(1,2);
  }
}
