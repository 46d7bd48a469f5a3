//@ check: --clock free
//@ expect: holds
//@ outputs: ABCd | ABcd | Abcd
// Written by time.py, which found the outputs by trying everything.

public class Clock03Free {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        long y = System.nanoTime();
        System.out.print((y - x) / 3 >= -1 ? "A" : "a");
        System.out.print(y - x >= 1 ? "B" : "b");
        System.out.print(y - x >= 3 ? "C" : "c");
        System.out.print(y - x == -1 ? "D" : "d");
    }
}
