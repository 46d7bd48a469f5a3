//@ since: 25
//@ check: --clock still
//@ expect: holds
//@ outputs: Abcd
// Written by time.py, which found the outputs by trying everything. (Before 25 a sleep of nanoseconds is one of a millisecond.)

public class Clock12Still {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        Thread.sleep(0, 3);
        long y = System.nanoTime();
        System.out.print(x < y + -1 ? "A" : "a");
        System.out.print(x - y == 2 ? "B" : "b");
        System.out.print(x - y >= 2 ? "C" : "c");
        System.out.print((y - x) / 3 >= 2 ? "D" : "d");
    }
}
