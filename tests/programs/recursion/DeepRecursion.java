public class DeepRecursion {
    static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
    static class Node { Node next; int v; Node(int v, Node n) { this.v = v; next = n; } int total() { return v + (next == null ? 0 : next.total()); } }
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
    public static void main(String[] args) {
        System.out.println(sum(4000));
        Node n = null;
        for (int i = 0; i < 3000; i++) n = new Node(i, n);
        System.out.println(n.total());
        System.out.println(even(5000) + " " + odd(4999));
        System.out.println(ack(2, 300) + " " + ack(3, 4));
        System.out.println(fib(22) + " " + hanoi(12, 'A', 'B', 'C') + " " + mc91(45) + " " + tak(12, 8, 4));
    }
    static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static int hanoi(int n, char a, char b, char c) { return n == 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a); }
    static int mc91(int n) { return n > 100 ? n - 10 : mc91(mc91(n + 11)); }
    static int tak(int x, int y, int z) { return y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)); }
}
