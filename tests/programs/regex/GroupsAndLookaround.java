import java.util.*;
import java.util.regex.*;
public class GroupsAndLookaround {
    static void find(String re, String s) { Matcher m = Pattern.compile(re).matcher(s); StringBuilder b = new StringBuilder(re + ":"); while (m.find()) { b.append(" [").append(m.group()).append("]@").append(m.start()); for (int i = 1; i <= m.groupCount(); i++) b.append("(").append(m.group(i)).append(")"); } System.out.println(b); }
    public static void main(String[] args) {
        find("(\\d+)-(\\w+)?", "12-ab 3- x-y 45-c");
        find("(?<y>\\d{4})-(?<m>\\d\\d)", "2024-05 and 1999-12");
        find("a(?=b)", "ab ac ab");
        find("a(?!b)", "ab ac ad");
        find("(?<=\\$)\\d+", "$12 13 $14");
        find("(?<!\\$)\\b\\d+", "$12 13 $14");
        find("(a|ab)(c|bcd)(d*)", "abcd");
        find("(\\w)\\1", "hello book aabb");
        find("<.+?>", "<a><b>");
        find("<.+>", "<a><b>");
        find("x*", "axxb");
        find("(?i)HeLLo", "hello HELLO");
        find("^\\w+$", "one\ntwo");
        find("(?m)^\\w+$", "one\ntwo");
        find("(?s)a.b", "a\nb");
        find("(a+)+b", "aaaab");
        find("[a-c&&[^b]]+", "abcacb");
        find("\\bfoo\\b|bar", "foo foobar bar");
        find("(?>a+)b", "aaab");
        find("a++a", "aaa");
        find("(?:ab)+", "ababab ab");
        find("\\p{Upper}\\p{Lower}*", "Hello World fooBar");
        find("\\Qa.b\\E", "a.b axb");
    }
}
