import java.io.*;
import java.util.*;
public class ReadStdinLines {
    public static void main(String[] args) throws IOException {
        BufferedReader r = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(r.readLine().trim());
        long sum = 0;
        for (int i = 0; i < n; i++) { StringTokenizer t = new StringTokenizer(r.readLine()); while (t.hasMoreTokens()) sum += Long.parseLong(t.nextToken()); }
        System.out.println(n + " lines, sum " + sum);
        String line;
        int no = 0;
        while ((line = r.readLine()) != null) System.out.println(++no + ": [" + line + "] " + line.length());
        System.out.println(r.read() + " " + r.readLine());
    }
}
