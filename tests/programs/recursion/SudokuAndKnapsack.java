import java.util.*;
public class SudokuAndKnapsack {
    static int nodes;
    static boolean solve(char[][] g) { for (int r = 0; r < 9; r++) for (int c = 0; c < 9; c++) if (g[r][c] == '.') { for (char d = '1'; d <= '9'; d++) if (ok(g, r, c, d)) { nodes++; g[r][c] = d; if (solve(g)) return true; g[r][c] = '.'; } return false; } return true; }
    static boolean ok(char[][] g, int r, int c, char d) { for (int i = 0; i < 9; i++) if (g[r][i] == d || g[i][c] == d || g[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == d) return false; return true; }
    static int knap(int[] w, int[] v, int cap) { int[] best = new int[cap + 1]; for (int i = 0; i < w.length; i++) for (int c = cap; c >= w[i]; c--) best[c] = Math.max(best[c], best[c - w[i]] + v[i]); return best[cap]; }
    static long ways(int amount, int[] coins, int k, Map<String, Long> memo) { if (amount == 0) return 1; if (amount < 0 || k == coins.length) return 0; String key = amount + ":" + k; Long m = memo.get(key); if (m == null) { m = ways(amount - coins[k], coins, k, memo) + ways(amount, coins, k + 1, memo); memo.put(key, m); } return m; }
    static int flood(int[][] g, int r, int c) { if (r < 0 || c < 0 || r >= g.length || c >= g[r].length || g[r][c] != 1) return 0; g[r][c] = 2; return 1 + flood(g, r + 1, c) + flood(g, r - 1, c) + flood(g, r, c + 1) + flood(g, r, c - 1); }
    public static void main(String[] args) {
        String[] p = {"53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5", "....8..79"}; char[][] g = new char[9][]; for (int i = 0; i < 9; i++) g[i] = p[i].toCharArray();
        System.out.println(solve(g) + " " + nodes); for (char[] r : g) System.out.println(new String(r));
        System.out.println(knap(new int[] {1, 3, 4, 5}, new int[] {1, 4, 5, 7}, 7) + " " + ways(100, new int[] {50, 25, 10, 5, 1}, 0, new HashMap<>()) + " " + flood(new int[][] {{1, 1, 0}, {0, 1, 1}, {1, 0, 1}}, 0, 0));
        StringBuilder gray = new StringBuilder(); for (int i = 0; i < 8; i++) gray.append(String.format("%3s ", Integer.toBinaryString(i ^ i >> 1)).replace(' ', '0')); System.out.println(gray);
    }
}
