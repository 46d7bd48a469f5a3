import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
public class ArraysMethods {
    public static void main(String[] args) {
        int[] a = {5, 3, 9, 1, 7};
        int[] b = a.clone();
        Arrays.sort(b);
        System.out.println(Arrays.toString(b) + " " + Arrays.binarySearch(b, 7) + " " + Arrays.binarySearch(b, 4));
        System.out.println(Arrays.equals(a, b) + " " + Arrays.mismatch(a, b) + " " + Arrays.mismatch(a, a.clone()) + " " + Arrays.compare(a, b) + " " + Arrays.mismatch(a, Arrays.copyOf(a, 3)));
        System.out.println(Arrays.hashCode(a) + " " + Arrays.hashCode(new double[] {1.5, -0.0}) + " " + Arrays.deepHashCode(new Object[] {1, new int[] {2}, "x", null}));
        String[] s = {"pear", "fig", "apple", "kiwi"};
        Arrays.sort(s, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.asList(s));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.toString(boxed));
        Arrays.sort(a, 1, 4);
        System.out.println(Arrays.toString(a));
        Arrays.setAll(a, i -> i * i);
        System.out.println(Arrays.toString(a) + Arrays.stream(a, 1, 4).sum());
        System.out.println(Arrays.toString(Arrays.copyOfRange(a, 3, 8)) + Arrays.toString(Arrays.copyOf(s, 2)));
        double[] d = {Double.NaN, 0.0, -0.0, -1, Double.NEGATIVE_INFINITY};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d));
        System.out.println(Arrays.toString((int[]) null) + Arrays.toString(new boolean[2]) + Arrays.toString(new char[] {'a'}) + Arrays.deepToString(new Object[] {1, new Object[] {null, "q"}}));
        Object[] self = {1, null};
        self[1] = self;
        System.out.println(Arrays.deepToString(self));
        System.out.println(Arrays.deepEquals(new int[][] {{1}, {2}}, new int[][] {{1}, {2}}) + " " + Arrays.equals(new int[][] {{1}}, new int[][] {{1}}));
        char[] cs = new char[4];
        Arrays.fill(cs, 1, 3, 'z');
        System.out.println(Arrays.toString(cs).replace('\0', '0'));
        System.out.println(Arrays.asList(1, 2, 3).indexOf(2) + " " + Arrays.asList(new int[] {1}).size());
        System.out.println(Arrays.compareUnsigned(new byte[] {-1}, new byte[] {1}) > 0);
    }
}
