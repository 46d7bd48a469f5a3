import java.util.Arrays;
import java.util.stream.Collectors;
public class StringMethods {
    public static void main(String[] args) {
        String s = "  Hello, World\t";
        System.out.println("[" + s.strip() + "][" + s.stripLeading() + "][" + s.stripTrailing().length() + "][" + s.trim() + "]");
        System.out.println("\u2003x\u2003".strip().length() + " " + "\u2003x\u2003".trim().length() + " " + "\u0001x".strip().length() + " " + "\u0001x".trim().length());
        System.out.println("ab".repeat(3) + "".repeat(5) + "x".repeat(0) + "|" + " \t\n".isBlank() + " ".isEmpty());
        System.out.println("a\nb\r\nc\rd\n".lines().collect(Collectors.toList()) + " " + "\n\n".lines().count());
        System.out.println("banana".indexOf("an") + " " + "banana".lastIndexOf("an") + " " + "banana".indexOf('n', 3) + " " + "banana".indexOf("") + " " + "banana".lastIndexOf("") + " " + "banana".indexOf("x") + " " + "banana".indexOf("a", -5));
        System.out.println("banana".replace('a', 'o') + "banana".replace("ana", "-") + "aaa".replace("aa", "b") + "abc".replace("", "."));
        System.out.println("banana".substring(2) + "banana".substring(6) + "|" + "banana".subSequence(1, 3));
        System.out.println("a".compareTo("b") + " " + "apple".compareTo("app") + " " + "A".compareToIgnoreCase("a") + " " + "\u00e9".compareTo("e") + " " + "".compareTo("x"));
        System.out.println("Hello".equalsIgnoreCase("hELLO") + " " + "x".equals(null) + " " + "abc".contentEquals(new StringBuilder("abc")) + " " + "Hello".regionMatches(true, 1, "ELL", 0, 3));
        System.out.println("Hello".startsWith("ell", 1) + " " + "Hello".endsWith("") + " " + "Hello".contains("lo"));
        System.out.println(String.join("-", "a", "b", "c") + String.join("/", Arrays.asList("x", null)) + String.valueOf((Object) null) + String.valueOf(new char[] {'q'}));
        System.out.println("mISS".toUpperCase() + "\u00df".toUpperCase() + "\u0130".toLowerCase().length() + "TITLE".toLowerCase());
        System.out.println("a,b,,c,,".split(",").length + " " + "a,b,,c,,".split(",", -1).length + " " + "a,b,,c,,".split(",", 2)[1] + " " + "".split(",").length + " " + ",".split(",").length + " " + "abc".split("").length);
        System.out.println("  indent\n me".indent(2) + "|" + "  indent\n me".indent(-1) + "|" + "  a\n    b\n".stripIndent().replace("\n", "$"));
        System.out.println("tab\\tx\\n\\101".translateEscapes().replace("\t", "<T>").replace("\n", "<N>"));
        System.out.println("abc".chars().sum() + " " + "abc".hashCode() + " " + "".hashCode() + " " + "Aa".hashCode() + " " + "BB".hashCode() + " " + "polygenelubricants".hashCode());
        System.out.println("transform".<Integer>transform(String::length) + " " + "%d%%".formatted(5) + " " + "abc".charAt(1) + " " + Arrays.toString("hi".getBytes()));
        for (Runnable r : new Runnable[] {() -> "abc".charAt(3), () -> "abc".substring(2, 1), () -> "abc".substring(-1), () -> "x".repeat(-1)})
            try { r.run(); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName()); }
    }
}
