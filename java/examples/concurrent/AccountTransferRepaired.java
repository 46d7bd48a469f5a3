//@ args: 2
//@ expect: holds
//@ large: 4
//@ source: B. Goetz et al., Java Concurrency in Practice, Addison-Wesley 2006, section 10.1.2 (dynamic lock order)

/**
 * {@link AccountTransfer} that locks the account with the lower number first; no money is lost.
 *
 * <p>Argument: accounts.
 */
public class AccountTransferRepaired {
  static class Account {
    private final int number;
    private int balance = 10;

    Account(int number) {
      this.number = number;
    }

    void transfer(Account to, int amount) {
      Account lower = number < to.number ? this : to;
      Account higher = lower == this ? to : this;
      synchronized (lower) {
        synchronized (higher) {
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
      accounts[i] = new Account(i);
    }
    Thread[] threads = new Thread[count];
    for (int i = 0; i < count; i++) {
      Account from = accounts[i];
      Account to = accounts[(i + 1) % count];
      threads[i] = new Thread(() -> from.transfer(to, 1));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (Account account : accounts) {
      assert account.balance == 10;
    }
  }
}
