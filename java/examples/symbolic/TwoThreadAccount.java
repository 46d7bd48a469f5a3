//@ args: 100
//@ pse: --target failure --max
//@ expect-value: 101/200
//@ pse: --target failure --min
//@ expect-value: 0
//@ pse: --target success --min
//@ expect-value: 99/200
//@ large: 1000000
//@ source: after the check-then-act races of B. Goetz et al., Java Concurrency in Practice, Addison-Wesley 2006, section 2.2

import hazard.Symbolic;

/**
 * Two withdrawals from one account, of amounts between 1 and all there is; each looks at the balance first.
 *
 * <p>Failure: overdrawn. Under the worst schedule both look before either takes, which fails if both amounts together exceed
 * the balance: (n + 1)/2n of the pairs. Argument: the balance.
 */
public class TwoThreadAccount {
  private volatile int balance;

  TwoThreadAccount(int balance) {
    this.balance = balance;
  }

  void withdraw(int amount) {
    if (amount <= balance) {
      synchronized (this) {
        balance -= amount;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int balance = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    TwoThreadAccount account = new TwoThreadAccount(balance);
    int first = Symbolic.integer("first", 1, balance);
    int second = Symbolic.integer("second", 1, balance);
    Thread one = new Thread(() -> account.withdraw(first));
    Thread two = new Thread(() -> account.withdraw(second));
    one.start();
    two.start();
    one.join();
    two.join();
    assert account.balance >= 0 : "overdrawn";
  }
}
