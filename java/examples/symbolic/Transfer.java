//@ check: --property assertions
//@ expect-symbolic: violated

import hazard.Symbolic;

/**
 * A transfer between two accounts that keeps the sum, unless both are the same account: then the money that was added is new.
 */
public class Transfer {
  static final class Account {
    int balance;

    Account(int balance) {
      this.balance = balance;
    }
  }

  static void transfer(Account from, Account to, int amount) {
    int less = from.balance - amount;
    int more = to.balance + amount;
    from.balance = less;
    to.balance = more;
  }

  public static void main(String[] args) {
    Account from = Symbolic.object("from", Account.class);
    Account to = Symbolic.object("to", Account.class);
    int amount = Symbolic.integer("amount", 1, 1000);
    int before = from.balance + to.balance;
    transfer(from, to, amount);
    assert from.balance + to.balance == before;
  }
}
