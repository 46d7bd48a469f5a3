//@ since: 25
//@ check: --clock free
//@ expect: holds
//@ outputs: ABCdEf
// Written by time.py, which found the outputs by trying everything. (Before 25 a sleep of nanoseconds is one of a millisecond.)

public class Clock01Free {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        Thread.sleep(0, 3);
        long y = System.nanoTime();
        System.out.print(x < y + 2 ? "A" : "a");
        System.out.print(x < y + -1 ? "B" : "b");
        System.out.print((y - x) / 3 >= 1 ? "C" : "c");
        long z = System.nanoTime();
        System.out.print(x - z >= 0 ? "D" : "d");
        System.out.print(x < z + 3 ? "E" : "e");
        System.out.print(y - z == 2 ? "F" : "f");
    }
}
