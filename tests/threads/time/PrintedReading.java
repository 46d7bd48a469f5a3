//@ check: --clock free
//@ expect: holds
//@ outputs: 5000000
// A reading that is printed is a number: no more time has passed than must have.

public class PrintedReading {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Thread.sleep(5);
        System.out.print(System.nanoTime() - start);
    }
}
