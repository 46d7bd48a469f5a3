//@ check: --clock still
//@ expect: holds
//@ outputs: aBc
// Written by time.py, which found the outputs by trying everything.

public class Clock05Still {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        long y = System.nanoTime();
        System.out.print(x - y == 2 ? "A" : "a");
        System.out.print(y - x < 1 ? "B" : "b");
        System.out.print(y - x >= 3 ? "C" : "c");
    }
}
