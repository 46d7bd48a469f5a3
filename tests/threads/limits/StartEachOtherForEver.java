//@ check: --max-states 100
//@ expect: inconclusive
//@ exit: 3
// Each thread starts the next and ends: few are alive at a time, but it never ends, and the limit on states must show.

public class StartEachOtherForEver {
    static volatile int generation;

    static void live() {
        generation++;
        new Thread(StartEachOtherForEver::live).start();
    }

    public static void main(String[] args) {
        live();
    }
}
