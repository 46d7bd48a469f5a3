import java.util.*;
public class ScannerStdin {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int[][] m = new int[n][n];
        for (int[] row : m) for (int j = 0; j < n; j++) row[j] = in.nextInt();
        System.out.println(Arrays.deepToString(m) + " trace " + java.util.stream.IntStream.range(0, n).map(i -> m[i][i]).sum());
        in.nextLine();
        System.out.println("name: " + in.nextLine());
        double total = 0;
        while (in.hasNextDouble()) total += in.nextDouble();
        System.out.printf(Locale.ROOT, "%.3f %s%n", total, in.hasNext() ? in.next() : "nothing");
        System.out.println(in.hasNextLine() + " " + in.hasNext());
    }
}
