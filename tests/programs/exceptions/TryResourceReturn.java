import java.util.*;
public class TryResourceReturn {
    static List<String> log = new ArrayList<>();
    static AutoCloseable res(String n) { log.add("+" + n); return () -> log.add("-" + n); }
    static int f(int mode) throws Exception { for (int i = 0; ; i++) try (AutoCloseable a = res("a" + i); AutoCloseable b = res("b" + i)) { if (i == mode) return i; if (i == 1) continue; if (i == 2) break; log.add("body" + i); } finally { log.add("fin" + i); } return -1; }
    interface Quiet extends AutoCloseable { @Override void close(); }
    public static void main(String[] args) throws Exception {
        for (int m = 0; m < 4; m++) { log.clear(); System.out.println(f(m) + " " + log); }
        log.clear();
        try (Quiet q = () -> log.add("closed"); Quiet r = () -> { throw new IllegalStateException("on close"); }) { log.add("in"); } catch (IllegalStateException e) { log.add(e.getMessage() + e.getSuppressed().length); }
        System.out.println(log);
        try { try (Quiet q = () -> { throw new RuntimeException("c"); }) { throw new Error("b"); } finally { throw new Exception("f"); } } catch (Throwable t) { System.out.println(t + " " + t.getSuppressed().length); }
    }
}
