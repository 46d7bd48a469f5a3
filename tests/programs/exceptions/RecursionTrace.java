public class RecursionTrace {
    static int f(int n) {
        if (n == 0)
            throw new UnsupportedOperationException("bottom");
        return n % 2 == 0
            ? f(n - 1) + 1
            : g(n - 1);
    }
    static int g(int n) {
        try {
            return f(n) * 2;
        } finally {
            depth++;
        }
    }
    static int depth;
    public static void main(String[] args) {
        try {
            f(7);
        } catch (UnsupportedOperationException e) {
            for (StackTraceElement s : e.getStackTrace()) System.out.println(s.getMethodName() + ":" + s.getLineNumber());
            System.out.println(depth);
        }
        try {
            new Object() {
                void chain(StringBuilder sb) {
                    sb.append("x")
                        .append("y")
                        .insert(50, "z")
                        .append("w");
                }
            }.chain(new StringBuilder());
        } catch (StringIndexOutOfBoundsException e) {
            for (StackTraceElement s : e.getStackTrace()) if (s.getClassName().startsWith("RecursionTrace")) System.out.println(s);
        }
    }
}
