//@ check: --clock still
//@ expect: holds
//@ outputs: aBcDefGh
// Written by time.py, which found the outputs by trying everything.

public class Clock04Still {
    public static void main(String[] args) throws Exception {
        long x = System.nanoTime();
        long y = System.nanoTime();
        System.out.print(x - y == 3 ? "A" : "a");
        System.out.print(x - y < 3 ? "B" : "b");
        System.out.print(x - y == 1 ? "C" : "c");
        System.out.print((y - x) / 3 >= 0 ? "D" : "d");
        System.out.print(y - x == 1 ? "E" : "e");
        System.out.print(y - x == 1 ? "F" : "f");
        System.out.print(x < y + 3 ? "G" : "g");
        System.out.print(y < x + -1 ? "H" : "h");
    }
}
