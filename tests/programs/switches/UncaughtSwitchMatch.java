//@ exit: 1
//@ throws: java.lang.IllegalArgumentException: no cake today
public class UncaughtSwitchMatch {
    static int price(String s) { return switch (s) { case "tea" -> 2; case "coffee" -> 3; default -> throw new IllegalArgumentException("no " + s + " today"); }; }
    public static void main(String[] args) { int t = 0; for (String s : new String[] {"tea", "coffee", "cake"}) { t += price(s); System.out.println(t); } }
}
