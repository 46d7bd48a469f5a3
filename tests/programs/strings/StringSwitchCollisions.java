public class StringSwitchCollisions {
    static int f(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "AaAa": case "BBBB": return 3;
            case "AaBB": return 4;
            case "": return 5;
            case "BBAa": return 6;
            default: return 0;
        }
    }
    static String g(String s) {
        return switch (s) {
            case "one", "uno" -> "1";
            case "two" -> { String t = "2"; yield t + t; }
            case "C#" -> "x";
            case "Bb" -> "y";
            default -> s.isEmpty() ? "empty" : throwing(s);
        };
    }
    static String throwing(String s) { throw new IllegalArgumentException("unknown " + s); }
    public static void main(String[] args) {
        for (String s : new String[] {"Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa", "", "x", "C#"}) System.out.print(f(s) + " ");
        System.out.println("Aa".hashCode() == "BB".hashCode());
        for (String s : new String[] {"one", "uno", "two", "C#", "Bb", "", "zzz"})
            try { System.out.println(g(s)); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { f(null); } catch (NullPointerException e) { System.out.println("NPE"); }
        final String k = "ke";
        switch ("key") { case k + "y": System.out.println("constant expression"); }
        System.out.println(f(new String("BB")));
    }
}
