import java.util.ArrayList;
import java.util.List;
public class EightQueens {
    static int count(int n, int row, int cols, int d1, int d2) {
        if (row == n) return 1;
        int c = 0;
        for (int free = ~(cols | d1 | d2) & ((1 << n) - 1); free != 0; free &= free - 1) {
            int bit = free & -free;
            c += count(n, row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1);
        }
        return c;
    }
    static void permute(List<Integer> cur, boolean[] used, List<List<Integer>> out) {
        if (cur.size() == used.length) { out.add(new ArrayList<>(cur)); return; }
        for (int i = 0; i < used.length; i++) if (!used[i]) {
            used[i] = true;
            cur.add(i);
            permute(cur, used, out);
            cur.remove(cur.size() - 1);
            used[i] = false;
        }
    }
    static void subsets(int[] a, int i, int sum, int target, String path) {
        if (sum == target) System.out.println(path);
        for (int j = i; j < a.length && sum + a[j] <= target; j++) subsets(a, j + 1, sum + a[j], target, path + " " + a[j]);
    }
    public static void main(String[] args) {
        for (int n = 1; n <= 8; n++) System.out.print(count(n, 0, 0, 0, 0) + " ");
        System.out.println();
        List<List<Integer>> out = new ArrayList<>();
        permute(new ArrayList<>(), new boolean[5], out);
        System.out.println(out.size() + " " + out.get(0) + " " + out.get(77) + " " + out.get(119) + " " + out.hashCode());
        subsets(new int[] {1, 2, 3, 5, 8, 13}, 0, 0, 16, "16 =");
    }
}
