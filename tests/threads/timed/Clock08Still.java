//@ since: 25
//@ check: --clock still
//@ expect: holds
//@ outputs: abcD
// Written by time.py, which found the outputs by trying everything. (Before 25 a sleep of nanoseconds is one of a millisecond.)

public class Clock08Still {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        Thread.sleep(0, 3);
        long y = System.nanoTime();
        System.out.print(x - y >= 3 ? "A" : "a");
        System.out.print(x - y == 0 ? "B" : "b");
        System.out.print(y - x < -1 ? "C" : "c");
        long z = System.nanoTime();
        System.out.print(x < y + 1 ? "D" : "d");
    }
}
