import java.util.Arrays;
public class MultiDimensional {
    public static void main(String[] args) {
        int[][][] cube = new int[2][3][4];
        cube[1][2][3] = 7;
        System.out.println(Arrays.deepToString(cube));
        int[][] jagged = {{1}, {2, 3}, {}, null};
        System.out.println(Arrays.deepToString(jagged) + " " + jagged[1].length);
        String[][] partial = new String[3][];
        System.out.println(Arrays.deepToString(partial));
        try {
            partial[1][0] = "x";
        } catch (NullPointerException e) {
            System.out.println("null row");
        }
        System.out.println(new int[0][5].length + " " + new int[5][0][3][0].length);
        System.out.println(cube.getClass().getName() + " " + cube[0].getClass().getSimpleName() + " " + partial.getClass().getComponentType());
        int[][] copy = jagged.clone();
        copy[0][0] = 99;
        copy[1] = new int[] {5};
        System.out.println(jagged[0][0] + " " + jagged[1].length);
        Object o = cube;
        System.out.println((o instanceof Object[]) + " " + (o instanceof int[][][]) + " " + (o instanceof Object[][]) + " " + (o instanceof Cloneable) + " " + (o instanceof java.io.Serializable));
        long[][] m = {{1, 1}, {1, 0}};
        long[][] r = {{1, 0}, {0, 1}};
        for (int n = 50; n > 0; n >>= 1) {
            if ((n & 1) == 1) r = mul(r, m);
            m = mul(m, m);
        }
        System.out.println(Arrays.toString(r[0]));
        int a[] = {1, 2}, b[][] = {{1}};
        System.out.println(a.length + b[0].length);
        char[][] grid = new char[3][5];
        for (char[] row : grid) Arrays.fill(row, '.');
        grid[1][2] = '#';
        for (char[] row : grid) System.out.println(new String(row));
    }
    static long[][] mul(long[][] a, long[][] b) {
        long[][] c = new long[2][2];
        for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) c[i][j] += a[i][k] * b[k][j];
        return c;
    }
}
