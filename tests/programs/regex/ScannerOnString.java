import java.util.*;
public class ScannerOnString {
    public static void main(String[] args) {
        Scanner s = new Scanner("12 abc 3.5 true 99999999999 0x1f\nline two\n\nlast").useLocale(Locale.ROOT);
        System.out.println(s.nextInt() + s.next() + s.nextDouble() + s.nextBoolean() + s.nextLong() + s.hasNextInt() + s.hasNextInt(16) + s.next() + "[" + s.nextLine() + "][" + s.nextLine() + "][" + s.nextLine() + "]" + s.hasNextLine() + s.nextLine() + s.hasNext());
        try { s.next(); } catch (NoSuchElementException e) { System.out.println("exhausted " + e.getClass().getSimpleName()); }
        try { new Scanner("abc").nextInt(); } catch (InputMismatchException e) { System.out.println("mismatch " + e.getMessage()); }
        try { new Scanner("99999999999").nextInt(); } catch (InputMismatchException e) { System.out.println(e.getMessage()); }
        Scanner c = new Scanner("a,b;;c").useDelimiter("[,;]");
        List<String> l = new ArrayList<>();
        while (c.hasNext()) l.add(c.next());
        System.out.println(l);
        Scanner f = new Scanner("key=val other");
        f.findInLine("(\\w+)=(\\w+)");
        System.out.println(f.match().group(2) + " " + new Scanner("x 1 y 2").findAll("\\d").count() + new Scanner("1 2 3").tokens().mapToInt(Integer::parseInt).sum());
        System.out.println(new Scanner("ff").nextInt(16) + " " + new Scanner("1,234").useLocale(Locale.US).nextInt() + new Scanner("123456789012345678901").nextBigInteger() + new Scanner("skip this").skip("skip ").next());
        s.close();
        try { s.next(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    }
}
