public class FormatIntegers {
    static void f(String s, Object... a) { try { System.out.println("[" + String.format(java.util.Locale.ROOT, s, a) + "]"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage()); } }
    public static void main(String[] args) {
        f("%d %5d %-5d| %05d %+d % d %,d %(d", 1, 2, 3, 4, 5, 6, 1234567, -8);
        f("%x %X %#x %o %#o %08x", 255, 255, 255, 8, 8, 48879);
        f("%x %o %d", -1, -1L, (byte) -1);
        f("%x %d", (byte) -1, new java.math.BigInteger("-123456789012345678901234567890"));
        f("%,d %,d %+,d", Long.MIN_VALUE, 999, 1000);
        f("%c %C %c %5c|%-3c|", 'a', 'b', 67, 'd', 'e');
        f("%b %B %b %b", true, null, "x", false);
        f("%s %S %10s|%-10s|%.2s %10.3s|", "a", "up", "right", "left", "truncate", "abcdef");
        f("%h %h %H", "hello", null, 255);
        f("%n%%%5%|%-5%|");
        f("%2$s %1$s %s %<s %s", "a", "b");
        f("%s %s", new int[0].length, null);
        f("%d", 1.5);
        f("%s");
        f("%q", 1);
        f("%5", 1);
        f("%-d", 1);
        f("%,x", 1);
        f("%#d", 1);
        f("%05", 1);
        f("%-05d", 1);
        f("%c", 0x110000);
        f("%.2d", 1);
        f("%3$s", 1);
        f("%c", "s");
        f("%d%s%d", 1, "mid", 2L);
        f("%10d|%-10d|%010d|%+10d|%(10d|%,10d", -42, -42, -42, 42, -42, -4242);
        f("% x", new java.math.BigInteger("255"));
        f("%s %s", java.util.List.of(1, 2), java.util.Map.of("k", 1));
        f("%1$d %1$x %1$o %1$c", 65);
    }
}
