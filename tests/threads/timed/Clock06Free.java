//@ since: 25
//@ check: --clock free
//@ expect: holds
//@ outputs: aBcDe | abCde | abcDe
// Written by time.py, which found the outputs by trying everything. (Before 25 a sleep of nanoseconds is one of a millisecond.)

public class Clock06Free {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        Thread.sleep(0, 1);
        long y = System.nanoTime();
        System.out.print(x - y >= 3 ? "A" : "a");
        System.out.print(y - x == 1 ? "B" : "b");
        System.out.print((y - x) / 3 >= 1 ? "C" : "c");
        System.out.print(y - x < 3 ? "D" : "d");
        System.out.print((x - y) / 3 >= 2 ? "E" : "e");
    }
}
