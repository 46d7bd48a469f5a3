import org.apache.commons.lang3.*;
import org.apache.commons.lang3.math.*;
import org.apache.commons.lang3.text.WordUtils;
import org.apache.commons.lang3.tuple.*;
import java.util.*;
public class LangStrings {
    public static void main(String[] args) {
        System.out.println(StringUtils.capitalize("hello") + StringUtils.reverse("abc") + StringUtils.isBlank(" \t") + StringUtils.abbreviate("a long sentence here", 10) + StringUtils.center("mid", 9, '*') + StringUtils.countMatches("banana", "an") + StringUtils.difference("i am a machine", "i am a robot") + StringUtils.getLevenshteinDistance("kitten", "sitting") + StringUtils.isNumeric("123a") + StringUtils.leftPad("7", 3, '0') + StringUtils.substringBetween("[x]", "[", "]") + StringUtils.swapCase("aBc") + StringUtils.rotate("abcdef", 2));
        System.out.println(Arrays.toString(StringUtils.split("a,,b;c", ",;")) + Arrays.toString(StringUtils.splitByCharacterTypeCamelCase("fooBarBaz12")) + StringUtils.join(new int[] {1, 2, 3}, '-') + StringUtils.getCommonPrefix("interview", "internet") + StringUtils.normalizeSpace("  a   b ") + StringUtils.stripAccents("caf\u00e9") + StringUtils.containsAny("hello", 'x', 'l') + StringUtils.wrap("q", '"') + StringUtils.overlay("abcdef", "zz", 2, 4) + StringUtils.getJaroWinklerDistance("frog", "fog"));
        System.out.println(WordUtils.capitalizeFully("the qUICK fox") + "|" + WordUtils.wrap("one two three four", 9).replace(System.lineSeparator(), "/") + "|" + WordUtils.initials("Ben John Lee"));
        System.out.println(Arrays.toString(ArrayUtils.add(new int[] {1}, 2)) + Arrays.toString(ArrayUtils.removeElement(new String[] {"a", "b"}, "a")) + ArrayUtils.indexOf(new double[] {1, 2}, 2.0) + ArrayUtils.contains(new char[] {'q'}, 'q') + Arrays.toString(ArrayUtils.toObject(new int[] {5})) + ArrayUtils.toString(new int[][] {{1}, {2, 3}}) + Arrays.toString(ArrayUtils.subarray(new int[] {1, 2, 3, 4}, 1, 3)));
        int[] a = {1, 2, 3}; ArrayUtils.reverse(a); System.out.println(Arrays.toString(a) + NumberUtils.toInt("x", -1) + NumberUtils.isCreatable("0x1F") + NumberUtils.max(3, 9, 2) + NumberUtils.createNumber("12345678901").getClass().getSimpleName() + Fraction.getFraction("3/6").reduce() + Fraction.getFraction(0.125));
        System.out.println(Pair.of("k", 1) + " " + Triple.of(1, 2, 3) + ImmutablePair.of("a", 2).compareTo(Pair.of("b", 1)) + MutablePair.of(1, 2).hashCode() + Range.between(1, 10).contains(5) + Range.between(1, 5).intersectionWith(Range.between(3, 9)) + CharUtils.isAsciiAlpha('a') + BooleanUtils.toBoolean("yes") + BooleanUtils.xor(new boolean[] {true, true}) + ClassUtils.getShortClassName("java.util.Map$Entry") + ClassUtils.getAllSuperclasses(ArrayList.class).size());
        try { Validate.isTrue(false, "value %d too small", 3L); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Validate.notNull(null, "the %s", "thing"); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        System.out.println(StringEscapeUtils.escapeJava("tab\t\"q\" \u20ac") + StringEscapeUtils.unescapeHtml4("&lt;a&gt;&amp;&eacute;").length() + StringEscapeUtils.escapeXml11("<&>") + StringEscapeUtils.escapeCsv("a,b"));
    }
}
