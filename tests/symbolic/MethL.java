//@ pse: --target failure --symbolic MethL.f(long,char) --domain a=1..20 --domain c=0..9
//@ expect-value: 3/40

public class MethL {
  int f(long a,char c) {
    if (a>17 && c%2==0) throw new IllegalStateException();
    return 0;
  }

  public static void main(String[] args) throws Exception {
    new MethL().f(3,'c');
  }
}
