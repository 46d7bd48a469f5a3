import hazard.Symbolic;

/** Conditions whose solutions take long to count. */
public class Counting {
    public static void main(String[] args) {
        int a = Symbolic.integer("a", 0, 1_000_000);
        int b = Symbolic.integer("b", 0, 1_000_000);
        int c = Symbolic.integer("c", 0, 1_000_000);
        int d = Symbolic.integer("d", 0, 1_000_000);
        int e = Symbolic.integer("e", 0, 1_000_000);
        int f = Symbolic.integer("f", 0, 1_000_000);
        if (3L * a + 5L * b - 7L * c + 11L * d - 13L * e + 17L * f < 1000 && 2L * a - 3L * b + 5L * c - 7L * d + 9L * e - 4L * f > 77
            && 7L * a + b - 3L * c + 2L * d + e - 5L * f < 12345 && a * (long) b % 1009 != 3) {
            throw new IllegalStateException("met");
        }
    }
}
