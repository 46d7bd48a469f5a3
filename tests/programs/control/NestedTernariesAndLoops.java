public class NestedTernariesAndLoops {
    static String fizz(int n) { return n % 15 == 0 ? "FizzBuzz" : n % 5 == 0 ? "Buzz" : n % 3 == 0 ? "Fizz" : "" + n; }
    static int collatz(long n) { int steps = 0; for (; n != 1; steps++) n = (n & 1) == 0 ? n >> 1 : 3 * n + 1; return steps; }
    static boolean balanced(String s) {
        int depth = 0;
        for (char c : s.toCharArray()) {
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth < 0) return false;
        }
        return depth == 0;
    }
    public static void main(String[] args) {
        for (int i = 1; i <= 15; i++) System.out.print(fizz(i) + (i < 15 ? "," : "\n"));
        int best = 0, arg = 0;
        for (int i = 1; i < 10000; i++) { int c = collatz(i); if (c > best) { best = c; arg = i; } }
        System.out.println(arg + ":" + best);
        System.out.println(balanced("(()())") + " " + balanced(")(") + " " + balanced("(("));
        for (int row = 0; row < 6; row++) {
            long c = 1;
            for (int k = 0; k <= row; k++) { System.out.print(c + (k == row ? "" : " ")); c = c * (row - k) / (k + 1); }
            System.out.println();
        }
        int x = 0;
        for (int i = 0; i < 10; i++) for (int j = i; j < 10; j++) for (int k = j; k < 10; k++) if (i * i + j * j == k * k) x++;
        System.out.println(x);
        boolean flag = false;
        if (flag = true) System.out.println("assigned " + flag);
        int y = 5;
        System.out.println(y > 3 ? y < 5 ? "a" : y == 5 ? "b" : "c" : "d");
    }
}
