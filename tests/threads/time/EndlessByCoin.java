//@ check: --property deadlock
//@ label: end
//@ ask: P=? [ F "end" ] = 1/2
//@ expect: holds
// Half of all runs end; the others go round in a state that leads to itself.

public class EndlessByCoin {
    public static void main(String[] args) {
        if (new java.util.Random().nextBoolean()) {
            while (true) {
                Thread.onSpinWait();
            }
        }
    }
}
