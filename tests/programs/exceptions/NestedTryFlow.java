public class NestedTryFlow {
    static String run(int mode) {
        StringBuilder s = new StringBuilder();
        try {
            s.append("a");
            try {
                if (mode == 1) throw new RuntimeException("1");
                s.append("b");
                if (mode == 2) return s.append("R").toString();
                if (mode == 3) throw new Error("3");
            } catch (RuntimeException e) {
                s.append("c").append(e.getMessage());
                if (mode == 1) throw new IllegalStateException("from catch");
            } finally {
                s.append("d");
                if (mode == 4) throw new IllegalStateException("from finally");
            }
            s.append("e");
        } catch (IllegalStateException e) {
            s.append("f").append(e.getMessage().length());
        } catch (Error e) {
            s.append("g");
            return s.toString();
        } finally {
            s.append("h");
            last = s.toString();
        }
        return s.append("!").toString();
    }
    static String last;
    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) System.out.println(run(i) + " " + last);
        int count = 0;
        for (int i = 0; i < 100; i++) try { if (i % 3 == 0) throw new Exception(); if (i % 5 == 0) continue; count++; } catch (Exception e) { count += 10; } finally { count += 100; }
        System.out.println(count);
        try { try { throw new Exception("x"); } finally { System.out.println("inner"); } } catch (Exception e) { System.out.println("outer " + e.getMessage()); }
        synchronized (args) { try { synchronized (args) { throw new RuntimeException(); } } catch (RuntimeException e) { System.out.println("held " + Thread.holdsLock(args)); } }
        System.out.println(Thread.holdsLock(args));
        try { args.notify(); } catch (IllegalMonitorStateException e) { System.out.println(e.getMessage()); }
    }
}
