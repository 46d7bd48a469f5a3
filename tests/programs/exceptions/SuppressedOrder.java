public class SuppressedOrder {
    static class R implements AutoCloseable {
        final String n;
        final boolean fail;
        R(String n, boolean fail) { this.n = n; this.fail = fail; System.out.println("open " + n); }
        @Override public void close() throws Exception { System.out.println("close " + n); if (fail) throw new Exception("close " + n); }
    }
    static R open(String n) { throw new IllegalStateException("open " + n); }
    public static void main(String[] args) {
        try (R a = new R("a", true); R b = new R("b", false); R c = new R("c", true)) {
            System.out.println("body");
            throw new RuntimeException("body");
        } catch (Exception e) {
            System.out.println("caught " + e.getMessage());
            for (Throwable s : e.getSuppressed()) System.out.println("  suppressed " + s);
        } finally {
            System.out.println("finally");
        }
        try (R a = new R("a", true); R b = open("b")) {
            System.out.println("unreached");
        } catch (Exception e) {
            System.out.println(e + " " + e.getSuppressed().length);
        }
        try (R a = new R("x", true)) {
            System.out.println("normal body");
        } catch (Exception e) {
            System.out.println(e.getMessage() + " " + e.getSuppressed().length);
        }
        try (R none = null) {
            System.out.println("null resource");
        } catch (Exception e) {
            System.out.println("no");
        }
        R shared = new R("shared", false);
        try (shared; R other = new R("other", false)) {
            System.out.println("effectively final");
        } catch (Exception e) {
            System.out.println("no");
        }
        System.out.println(early());
        Exception self = new Exception("self");
        try { self.addSuppressed(self); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { self.addSuppressed(null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    }
    static int early() {
        try (R r = new R("early", false)) { return 1; } catch (Exception e) { return 2; } finally { System.out.println("fin"); }
    }
}
