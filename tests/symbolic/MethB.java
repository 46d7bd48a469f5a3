//@ pse: --target failure --symbolic MethB.f
//@ expect-value: 27/512

public class MethB {
  static int f(byte a,boolean b) {
    if (a>100 && b) throw new IllegalStateException();
    return 0;
  }

  public static void main(String[] args) throws Exception {
    f((byte)3,true);
  }
}
