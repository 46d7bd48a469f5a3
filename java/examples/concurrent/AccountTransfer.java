//@ args: 2
//@ expect: deadlock
//@ large: 4
//@ source: B. Goetz et al., Java Concurrency in Practice, Addison-Wesley 2006, section 10.1.2 (dynamic lock order)

/**
 * Accounts in a ring, each transfers to the next; a transfer locks both accounts.
 *
 * <p>Deadlock: everyone has locked the account it takes from. Argument: accounts.
 */
public class AccountTransfer {
  static class Account {
    private int balance = 10;

    void transfer(Account to, int amount) {
      synchronized (this) {
        synchronized (to) {
          balance -= amount;
          to.balance += amount;
        }
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    Account[] accounts = new Account[count];
    for (int i = 0; i < count; i++) {
      accounts[i] = new Account();
    }
    for (int i = 0; i < count; i++) {
      Account from = accounts[i];
      Account to = accounts[(i + 1) % count];
      new Thread(() -> from.transfer(to, 1)).start();
    }
  }
}
