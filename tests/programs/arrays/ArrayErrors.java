import java.util.Arrays;
public class ArrayErrors {
    static void t(Runnable r) {
        try { r.run(); System.out.println("fine"); } catch (RuntimeException e) { System.out.println(e); }
    }
    public static void main(String[] args) {
        int n = -1;
        t(() -> { int[] a = new int[n]; });
        t(() -> { int[] a = new int[3]; a[3] = 1; });
        t(() -> { int[] a = new int[3]; a[-1] = 1; });
        t(() -> { Object[] a = new String[1]; a[0] = 1; });
        t(() -> { Object[] a = new Integer[1]; a[0] = null; });
        t(() -> { Object[] a = new Number[1][1]; a[0] = new Integer[] {1}; });
        t(() -> { Object[] a = new Number[1][1]; a[0] = new Object[] {1}; });
        t(() -> { long[] a = null; System.out.println(a.length); });
        t(() -> System.arraycopy(new int[3], 1, new int[3], 2, 2));
        t(() -> System.arraycopy(new int[3], 1, new long[3], 0, 1));
        t(() -> System.arraycopy("x", 0, new int[1], 0, 1));
        t(() -> System.arraycopy(new int[3], -1, new int[3], 0, 1));
        t(() -> Arrays.copyOf(new int[1], -5));
        t(() -> Arrays.copyOfRange(new int[2], 2, 1));
        t(() -> Arrays.fill(new int[2], 1, 5, 0));
        t(() -> Arrays.asList(1, 2).add(3));
        t(() -> { byte[] a = new byte[0]; a[0]++; });
        t(() -> { Object o = new int[0]; Object[] a = (Object[]) o; });
        t(() -> { int[][][] a = new int[2][][]; a[0][0][0] = 1; });
        Object[] src = {"a", 1, "b"};
        String[] dst = new String[3];
        try { System.arraycopy(src, 0, dst, 0, 3); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        System.out.println(Arrays.toString(dst));
    }
}
