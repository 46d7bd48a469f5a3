//@ args: 5 9
//@ label: "eight" = returned:MathRandomRange.draw(int,int)=8
//@ label: "prime" = field:MathRandomRange.prime=true
//@ ask: P=? [ F "eight" ] = 1/5
//@ ask: P=? [ F "prime" ] = 2/5

/** The common idiom for an integer from lo to hi. */
public class MathRandomRange {
  static boolean prime = false;

  static int draw(int lo, int hi) {
    return (int) (Math.random() * (hi - lo + 1)) + lo;
  }

  public static void main(String[] args) {
    int n = draw(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    if (n == 5 || n == 7) {
      prime = true;
    }
  }
}
