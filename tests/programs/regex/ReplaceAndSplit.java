import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
public class ReplaceAndSplit {
    public static void main(String[] args) {
        System.out.println("a1b22c".replaceAll("\\d+", "<$0>") + " " + "a1b22".replaceFirst("\\d", "#") + " " + "john smith".replaceAll("(\\w+) (\\w+)", "$2, $1") + " " + "x.y".replaceAll(".", "-") + " " + "cost".replaceAll("cost", Matcher.quoteReplacement("$5\\")));
        System.out.println(Pattern.compile("\\b\\w").matcher("the quick fox").replaceAll(r -> r.group().toUpperCase()));
        System.out.println(Pattern.compile("(?<n>\\d+)").matcher("1 + 22").replaceAll("[${n}]"));
        try { "x".replaceAll("x", "$1"); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        for (String re : new String[] {",", "\\s*,\\s*", "", "(?=b)", "[,;]"}) System.out.println(Arrays.toString("a, b ,c;d,,".split(re)) + Arrays.toString("a, b ,c;d,,".split(re, -1)) + Arrays.toString("a, b ,c".split(re, 2)));
        System.out.println("matches".matches("m.*s") + " " + "matches".matches("atch") + " " + Pattern.matches("[0-9]{3}", "123") + Pattern.compile("a.c", Pattern.DOTALL).matcher("a\nc").matches());
        Matcher m = Pattern.compile("(\\w+)=(\\w+)").matcher("k1=v1;k2=v2");
        System.out.println(m.lookingAt() + " " + m.end() + m.hitEnd());
        StringBuilder sb = new StringBuilder();
        m.reset();
        while (m.find()) m.appendReplacement(sb, m.group(2) + "=" + m.group(1));
        m.appendTail(sb);
        System.out.println(sb + " " + m.reset().results().map(MatchResult::group).collect(Collectors.toList()));
        try { m.reset().group(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        for (String bad : new String[] {"(", "[a", "*a", "a{2,1}", "(?<n>a)(?<n>b)", "\\"}) try { Pattern.compile(bad); System.out.println("ok"); } catch (PatternSyntaxException e) { System.out.println(e.getDescription() + " " + e.getIndex()); }
        m = Pattern.compile("o").matcher("foo boo").region(3, 7);
        System.out.println(m.find() + " " + m.start() + " " + m.regionStart() + Pattern.quote("a.b") + Pattern.compile("x", Pattern.CASE_INSENSITIVE).flags());
        System.out.println(Stream.of("apple", "bob", "avocado").filter(Pattern.compile("^a").asPredicate()).toList() + "" + Pattern.compile("a+").asMatchPredicate().test("aab"));
        System.out.println("email@x.org, bad@, me.too@a.b.co".replaceAll("[\\w.]+@[\\w]+(\\.\\w+)+", "*") + " " + "CamelCaseString".replaceAll("(?<!^)([A-Z])", "_$1").toLowerCase() + " " + "a\\b".replaceAll("\\\\", "/"));
    }
}
