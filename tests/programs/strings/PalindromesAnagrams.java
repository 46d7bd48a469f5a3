import java.util.*;
import java.util.stream.*;
public class PalindromesAnagrams {
    static boolean pal(String s) { String t = s.toLowerCase().replaceAll("[^a-z0-9]", ""); return new StringBuilder(t).reverse().toString().equals(t); }
    static String longest(String s) { int bs = 0, be = 0; for (int c = 0; c < 2 * s.length() - 1; c++) { int l = c / 2, r = l + c % 2; while (l >= 0 && r < s.length() && s.charAt(l) == s.charAt(r)) { l--; r++; } if (r - l - 1 > be - bs) { bs = l + 1; be = r; } } return s.substring(bs, be); }
    static int[] prefix(String p) { int[] f = new int[p.length()]; for (int i = 1, k = 0; i < p.length(); i++) { while (k > 0 && p.charAt(i) != p.charAt(k)) k = f[k - 1]; if (p.charAt(i) == p.charAt(k)) k++; f[i] = k; } return f; }
    public static void main(String[] args) {
        System.out.println(pal("A man, a plan, a canal: Panama") + " " + pal("nope") + " " + longest("forgeeksskeegfor") + " " + Arrays.toString(prefix("aabaaab")));
        Map<String, List<String>> g = Stream.of("listen", "silent", "enlist", "google", "elgoog", "abc").collect(Collectors.groupingBy(w -> { char[] c = w.toCharArray(); Arrays.sort(c); return new String(c); }, TreeMap::new, Collectors.toList()));
        System.out.println(g);
        StringBuilder perm = new StringBuilder("abcd");
        int n = 0;
        do { n++; int i = perm.length() - 2; while (i >= 0 && perm.charAt(i) >= perm.charAt(i + 1)) i--; if (i < 0) break; int j = perm.length() - 1; while (perm.charAt(j) <= perm.charAt(i)) j--; char t = perm.charAt(i); perm.setCharAt(i, perm.charAt(j)); perm.setCharAt(j, t); String tail = new StringBuilder(perm.substring(i + 1)).reverse().toString(); perm.replace(i + 1, perm.length(), tail); } while (true);
        System.out.println(n + " " + perm);
        System.out.println("hello world".chars().filter(c -> "aeiou".indexOf(c) >= 0).mapToObj(c -> String.valueOf((char) c)).collect(Collectors.joining()) + " " + String.valueOf("title case me".split(" ")[1].charAt(0)).toUpperCase());
    }
}
