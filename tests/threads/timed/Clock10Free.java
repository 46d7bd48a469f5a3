//@ check: --clock free
//@ expect: holds
//@ outputs: AB | aB
// Written by time.py, which found the outputs by trying everything.

public class Clock10Free {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        long y = System.nanoTime();
        System.out.print(y - x == 3 ? "A" : "a");
        System.out.print(x < y + 1 ? "B" : "b");
    }
}
