import java.util.*;
public class StateMachineLoops {
    static String csv(String s) { List<String> out = new ArrayList<>(); StringBuilder f = new StringBuilder(); int st = 0; loop: for (int i = 0; ; i++) { int c = i < s.length() ? s.charAt(i) : -1; switch (st) { case 0: if (c == '"') { st = 1; continue; } if (c == ',' || c < 0) { out.add(f.toString()); f.setLength(0); if (c < 0) break loop; continue loop; } f.append((char) c); break; case 1: if (c < 0) return "unterminated"; if (c == '"') st = 2; else f.append((char) c); break; default: if (c == '"') { f.append('"'); st = 1; } else { st = 0; i--; } } } return out.toString(); }
    static int bits(int n) { int c = 0; while ((n &= n - 1 + (c++ & 0)) != 0) if (c > 40) break; return c; }
    static int josephus(int n, int k) { List<Integer> l = new LinkedList<>(); for (int i = 0; i < n; i++) l.add(i); int at = 0; while (l.size() > 1) l.remove(at = (at + k - 1) % l.size()); return l.get(0); }
    public static void main(String[] args) {
        for (String s : new String[] {"a,b", "\"q,1\",x", "\"he said \"\"hi\"\"\",", "", "\"open", ",,"}) System.out.println(csv(s));
        System.out.println(bits(255) + " " + bits(1024) + " " + josephus(41, 3));
        int n = 27, steps = 0, max = 0; do { n = (n & 1) == 1 ? 3 * n + 1 : n / 2; max = Math.max(max, n); steps++; } while (n != 1); System.out.println(steps + " " + max);
        outer: for (int i = 2; ; i++) { for (int d = 2; d * d <= i; d++) if (i % d == 0) continue outer; if (i > 100) { System.out.println(i); break; } }
        int[][] spiral = new int[4][5]; int r = 0, c = 0, dr = 0, dc = 1; for (int i = 1; i <= 20; i++) { spiral[r][c] = i; int nr = r + dr, nc = c + dc; if (nr < 0 || nc < 0 || nr >= 4 || nc >= 5 || spiral[nr][nc] != 0) { int t = dr; dr = dc; dc = -t; } r += dr; c += dc; } System.out.println(Arrays.deepToString(spiral));
        for (char ch = 'a', k = 0; ch < 'f'; ch += 2, k++) System.out.print(ch + "" + (int) k); System.out.println();
        var sb = new StringBuilder(); for (var e : Map.of(1, 2).entrySet()) sb.append(e.getKey() + e.getValue()); System.out.println(sb);
    }
}
