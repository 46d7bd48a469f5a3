public class FinallyReturn {
    static StringBuilder log = new StringBuilder();
    @SuppressWarnings("finally")
    static int override() { try { return 1; } finally { return 2; } }
    static int notOverride() { int x = 1; try { return x; } finally { x = 2; log.append("f"); } }
    static int[] mutate() { int[] x = {1}; try { return x; } finally { x[0] = 2; } }
    @SuppressWarnings("finally")
    static int swallow() { try { throw new RuntimeException("lost"); } finally { return 3; } }
    @SuppressWarnings("finally")
    static int loop() {
        int n = 0;
        while (true) {
            try {
                n++;
                if (n < 5) continue;
                return n;
            } finally {
                if (n < 8) continue;
                break;
            }
        }
        return -n;
    }
    static String nested() {
        try {
            try {
                throw new IllegalArgumentException("a");
            } finally {
                log.append("1");
                Integer.parseInt("x");
            }
        } catch (IllegalArgumentException e) {
            return e.getClass().getSimpleName() + log;
        } finally {
            log.append("2");
        }
    }
    static int depth(int n) {
        try {
            if (n == 0) throw new Error("deep");
            return depth(n - 1);
        } finally {
            log.append(n);
        }
    }
    public static void main(String[] args) {
        System.out.println(override() + " " + notOverride() + " " + mutate()[0] + " " + swallow() + " " + loop());
        System.out.println(nested() + " " + log);
        try { depth(5); } catch (Error e) { System.out.println(e.getMessage() + log); }
        for (int i = 0; i < 3; i++) {
            try { if (i == 1) break; System.out.print("i" + i); } finally { System.out.print("F" + i); }
        }
        System.out.println();
    }
}
