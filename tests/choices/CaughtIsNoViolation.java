//@ check:
//@ expect: holds
//@ states: 2
// Exceptions that are caught are the program's own business; all three answers end alike.
import hazard.Nondet;
public class CaughtIsNoViolation {
    public static void main(String[] args) { try { Object o = new Object[] {null, "s", 1}[Nondet.choose(0, 2)]; ((String) o).length(); } catch (NullPointerException | ClassCastException e) { } }
}
