//@ pse: --target failure --symbolic Meth.f(int,int) --domain a=0..10 --domain b=-2..3
//@ expect-value: 7/22

public class Meth {
  static int f(int a,int b) {
    if (a+b>7) throw new IllegalStateException();
    return 0;
  }

  public static void main(String[] args) throws Exception {
    f(3,4);
  }
}
