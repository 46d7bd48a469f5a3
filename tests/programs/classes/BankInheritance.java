import java.util.*;
public class BankInheritance {
    static class InsufficientFunds extends Exception { final long missing; InsufficientFunds(long m) { super("short by " + m); missing = m; } }
    static abstract class Account { private static int nextId = 1000; protected long balance; final int id = nextId++; private final List<String> log = new LinkedList<>(); void deposit(long a) { if (a <= 0) throw new IllegalArgumentException("amount " + a); balance += a; note("dep", a); } void withdraw(long a) throws InsufficientFunds { if (a > available()) throw new InsufficientFunds(a - available()); balance -= a; note("wd", a); } long available() { return balance; } protected final void note(String s, long a) { log.add(s + a); } abstract void monthEnd(); List<String> log() { return Collections.unmodifiableList(log); } @Override public String toString() { return getClass().getSimpleName() + id + ":" + balance; } }
    static class Savings extends Account { private final double rate; Savings(double r) { rate = r; } void monthEnd() { long i = Math.round(balance * rate / 12); balance += i; note("int", i); } }
    static class Checking extends Account { private final long limit; private int fees; Checking(long l) { limit = l; } @Override long available() { return super.available() + limit; } @Override void withdraw(long a) throws InsufficientFunds { try { super.withdraw(a); } finally { fees++; } } void monthEnd() { balance -= fees * 10L; note("fee", fees * 10L); fees = 0; } }
    static void transfer(Account a, Account b, long x) throws InsufficientFunds { a.withdraw(x); b.deposit(x); }
    public static void main(String[] args) {
        Account s = new Savings(0.05), c = new Checking(500);
        s.deposit(10_000); c.deposit(100);
        for (long x : new long[] {300, 250, 600, -5}) try { transfer(c, s, x); System.out.println("ok " + x); } catch (InsufficientFunds e) { System.out.println(e.getMessage() + " " + e.missing); } catch (IllegalArgumentException e) { System.out.println(e.getMessage() + " " + c); }
        for (Account a : List.of(s, c)) { a.monthEnd(); System.out.println(a + " " + a.log()); }
        try { s.log().add("hack"); } catch (UnsupportedOperationException e) { System.out.println("read-only"); }
    }
}
