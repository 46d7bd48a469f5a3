import java.util.ArrayList;
import java.util.List;
public class WordWrapTable {
    static List<String> wrap(String s, int width) {
        List<String> out = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String w : s.split("\\s+")) {
            if (line.length() + w.length() + (line.length() > 0 ? 1 : 0) > width && line.length() > 0) { out.add(line.toString()); line.setLength(0); }
            if (line.length() > 0) line.append(' ');
            line.append(w);
        }
        if (line.length() > 0) out.add(line.toString());
        return out;
    }
    static String justify(String s, int width) {
        String[] w = s.split(" ");
        if (w.length == 1) return s;
        int gaps = w.length - 1, spaces = width - s.replace(" ", "").length();
        StringBuilder b = new StringBuilder(w[0]);
        for (int i = 1; i <= gaps; i++) b.append(" ".repeat(spaces / gaps + (i <= spaces % gaps ? 1 : 0))).append(w[i]);
        return b.toString();
    }
    public static void main(String[] args) {
        String t = "A model checker explores what a program can do, choice by choice, and tells which of its runs go wrong and how likely that is.";
        List<String> lines = wrap(t, 24);
        for (int i = 0; i < lines.size(); i++) System.out.println("|" + (i + 1 < lines.size() ? justify(lines.get(i), 24) : lines.get(i)) + "|");
        String[][] rows = {{"name", "n", "price"}, {"apple", "12", "0.5"}, {"watermelon", "3", "12.25"}};
        int[] w = new int[3];
        for (String[] r : rows) for (int i = 0; i < 3; i++) w[i] = Math.max(w[i], r[i].length());
        for (String[] r : rows) System.out.printf("%-" + w[0] + "s | %" + w[1] + "s | %" + w[2] + "s%n", (Object[]) r);
        System.out.printf("%s%n", String.format("%5.1f|%-8s|%08d", 3.14159, "ab", 42));
    }
}
