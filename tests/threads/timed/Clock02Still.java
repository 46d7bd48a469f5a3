//@ since: 25
//@ check: --clock still
//@ expect: holds
//@ outputs: aBCdeF
// Written by time.py, which found the outputs by trying everything. (Before 25 a sleep of nanoseconds is one of a millisecond.)

public class Clock02Still {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        long y = System.nanoTime();
        System.out.print(y < x + 0 ? "A" : "a");
        System.out.print(y - x == 0 ? "B" : "b");
        System.out.print(y < x + 3 ? "C" : "c");
        System.out.print(x - y == 3 ? "D" : "d");
        System.out.print(x - y == 2 ? "E" : "e");
        Thread.sleep(0, 1);
        long z = System.nanoTime();
        System.out.print((y - x) / 3 >= -1 ? "F" : "f");
    }
}
