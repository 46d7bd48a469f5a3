//@ check:
//@ expect: holds
// Insertion sort on every array of four elements with values 0 to 2 (81 of them), against the library.
import hazard.Nondet;
import java.util.Arrays;
public class SortIsRight {
    public static void main(String[] args) {
        int[] a = new int[4];
        for (int i = 0; i < a.length; i++) a[i] = Nondet.choose(0, 2);
        int[] b = a.clone();
        Arrays.sort(b);
        for (int i = 1; i < a.length; i++) for (int j = i; j > 0 && a[j - 1] > a[j]; j--) { int t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }
        assert Arrays.equals(a, b) : Arrays.toString(a);
    }
}
