//@ check: --clock free
//@ expect: holds
//@ outputs: Abcd | abCd | abcD | abcd
// Written by time.py, which found the outputs by trying everything.

public class Clock11Free {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        long y = System.nanoTime();
        System.out.print(y - x == 2 ? "A" : "a");
        System.out.print(y < x + -1 ? "B" : "b");
        System.out.print((y - x) / 3 >= 3 ? "C" : "c");
        System.out.print(x - y >= 0 ? "D" : "d");
    }
}
