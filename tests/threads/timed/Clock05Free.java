//@ check: --clock free
//@ expect: holds
//@ outputs: aBc | abC | abc
// Written by time.py, which found the outputs by trying everything.

public class Clock05Free {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        long y = System.nanoTime();
        System.out.print(x - y == 2 ? "A" : "a");
        System.out.print(y - x < 1 ? "B" : "b");
        System.out.print(y - x >= 3 ? "C" : "c");
    }
}
