package shop;

/** Money that can be moved from one account to another. */
public class Account {
    private final int number;
    private int balance;

    public Account(int number, int balance) {
        this.number = number;
        this.balance = balance;
    }

    /** Locks this account, then the other: two that pay each other may wait for each other. */
    public void pay(Account other, int amount) {
        synchronized (this) {
            synchronized (other) {
                balance -= amount;
                other.balance += amount;
            }
        }
    }

    /** Locks the account with the smaller number first. */
    public void paySafely(Account other, int amount) {
        Account first = number < other.number ? this : other;
        Account second = first == this ? other : this;
        synchronized (first) {
            synchronized (second) {
                balance -= amount;
                other.balance += amount;
            }
        }
    }

    public synchronized int balance() {
        return balance;
    }
}
