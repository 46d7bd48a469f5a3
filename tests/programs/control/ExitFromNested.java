//@ exit: 42
import java.util.*;
public class ExitFromNested {
    static class Quit extends RuntimeException { final int code; Quit(int c) { super(null, null, false, false); code = c; } }
    static void walk(List<?> l) { for (Object o : l) if (o instanceof List<?> x) walk(x); else if (o.equals("stop")) throw new Quit(42); else System.out.println(o); }
    public static void main(String[] args) { try { walk(List.of(1, List.of(2, List.of("stop", 3)), 4)); } catch (Quit q) { Runtime.getRuntime().exit(q.code); } finally { System.out.println("never"); } }
}
