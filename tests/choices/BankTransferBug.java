//@ check: --search bfs
//@ expect: assertion
// Money appears when the source account equals the target: the balance was read before the withdrawal.
import hazard.Nondet;
public class BankTransferBug {
    static int[] account = {10, 10, 10};
    static void transfer(int from, int to, int amount) { int target = account[to]; if (account[from] < amount) return; account[from] -= amount; account[to] = target + amount; }
    public static void main(String[] args) { transfer(Nondet.choose(0, 2), Nondet.choose(0, 2), Nondet.choose(1, 10)); assert account[0] + account[1] + account[2] == 30 : "money made"; }
}
