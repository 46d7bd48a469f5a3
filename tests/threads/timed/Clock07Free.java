//@ since: 25
//@ check: --clock free
//@ expect: holds
//@ outputs: aBc
// Written by time.py, which found the outputs by trying everything. (Before 25 a sleep of nanoseconds is one of a millisecond.)

public class Clock07Free {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        long y = System.nanoTime();
        System.out.print(y < x + 0 ? "A" : "a");
        System.out.print(x - y < 1 ? "B" : "b");
        Thread.sleep(0, 3);
        long z = System.nanoTime();
        System.out.print(z - x < 0 ? "C" : "c");
    }
}
