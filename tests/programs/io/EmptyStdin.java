import java.util.*;
public class EmptyStdin {
    public static void main(String[] args) throws Exception {
        System.out.println(System.in.read() + " " + new java.io.BufferedReader(new java.io.InputStreamReader(System.in)).readLine());
        Scanner s = new Scanner(System.in);
        System.out.println(s.hasNext() + " " + s.hasNextLine());
        try { s.nextInt(); } catch (NoSuchElementException e) { System.out.println(e.getClass().getSimpleName()); }
    }
}
