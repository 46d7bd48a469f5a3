//@ check: --clock still
//@ expect: holds
//@ outputs: aB
// Written by time.py, which found the outputs by trying everything.

public class Clock10Still {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        long y = System.nanoTime();
        System.out.print(y - x == 3 ? "A" : "a");
        System.out.print(x < y + 1 ? "B" : "b");
    }
}
