//@ args:
//@ label: "seven" = returned:MathRandomDice.sum()=7
//@ label: "twelve" = returned:MathRandomDice.sum()=12
//@ ask: P=? [ F "seven" ] = 1/6
//@ ask: P=? [ F "twelve" ] = 1/36

/** The way many programs roll a die: 1 + (int) (Math.random() * 6). */
public class MathRandomDice {
  static int die() {
    return 1 + (int) (Math.random() * 6);
  }

  static int sum() {
    return die() + die();
  }

  public static void main(String[] args) {
    System.out.println(sum());
  }
}
