//@ since: 25
//@ check: --clock free
//@ expect: holds
//@ outputs: aBcdEFGH
// Written by time.py, which found the outputs by trying everything. (Before 25 a sleep of nanoseconds is one of a millisecond.)

public class Clock09Free {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        Thread.sleep(0, 2);
        long y = System.nanoTime();
        System.out.print(x - y == 1 ? "A" : "a");
        System.out.print(y - x >= -1 ? "B" : "b");
        System.out.print(x - y == -1 ? "C" : "c");
        System.out.print((x - y) / 3 >= 3 ? "D" : "d");
        System.out.print(y - x >= -1 ? "E" : "e");
        System.out.print(x < y + 2 ? "F" : "f");
        System.out.print(x < y + 1 ? "G" : "g");
        System.out.print(y - x >= 0 ? "H" : "h");
    }
}
