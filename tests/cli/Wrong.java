/** An assertion fails if two coins and one data choice conspire. */
public class Wrong {
  public static void main(String[] args) {
    System.out.println("before");
    int sum = hazard.Coin.flip() + hazard.Coin.flip();
    System.out.println("sum " + sum);
    boolean flag = hazard.Nondet.bool();
    assert sum < 2 || !flag : "sum is " + sum;
  }
}
