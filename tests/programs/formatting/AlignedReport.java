import java.util.*;
public class AlignedReport {
    record Row(String name, int qty, double price) { }
    public static void main(String[] args) {
        List<Row> rows = List.of(new Row("Widget", 10, 2.5), new Row("Gadget, large", 3, 1234.567), new Row("", -1, 0.005), new Row("Thing", 100000, 1e-3));
        StringBuilder sb = new StringBuilder();
        Formatter f = new Formatter(sb, Locale.ROOT);
        f.format("%-15s|%8s|%12s%n", "name", "qty", "price");
        for (Row r : rows) f.format("%-15.10s|%,8d|%(12.2f|%-6b|%5.1f%%%n", r.name(), r.qty(), r.price() - 1, r.qty() > 5, r.price() / 10);
        System.out.print(sb);
        System.out.println(String.format("%s %S %s", Optional.of(1), "mixed Case", new int[0].length) + String.format("%08.3f|%+d|%x|%o|%e|%h", 3.14159, 5, 255, 8, 12345.678, "hi") + String.format("|%20s|%-20s|", "right", "left"));
        System.out.println(String.format("%1$s-%1$S-%2$05d-%1$c", 'q', 42) + String.join(",", Collections.nCopies(3, String.format("%3d", 7))));
        class Money implements Formattable { public void formatTo(Formatter fm, int flags, int w, int p) { fm.format("<%d,%d,%b>", w, p, (flags & FormattableFlags.LEFT_JUSTIFY) != 0); } }
        System.out.println(String.format("%s %-8.3s", new Money(), new Money()));
    }
}
