import java.util.Arrays;
import java.util.TreeMap;
public class CaesarVigenereRle {
    static String vigenere(String s, String key, int dir) {
        StringBuilder b = new StringBuilder();
        int k = 0;
        for (char c : s.toCharArray()) {
            if (!Character.isLetter(c)) { b.append(c); continue; }
            char base = Character.isUpperCase(c) ? 'A' : 'a';
            int shift = dir * (Character.toLowerCase(key.charAt(k++ % key.length())) - 'a');
            b.append((char) (base + Math.floorMod(c - base + shift, 26)));
        }
        return b.toString();
    }
    static String rle(String s) { StringBuilder b = new StringBuilder(); for (int i = 0, j; i < s.length(); i = j) { for (j = i; j < s.length() && s.charAt(j) == s.charAt(i); j++); b.append(j - i).append(s.charAt(i)); } return b.toString(); }
    static String unrle(String s) { StringBuilder b = new StringBuilder(); int n = 0; for (char c : s.toCharArray()) if (Character.isDigit(c)) n = n * 10 + c - '0'; else { b.append(String.valueOf(c).repeat(n)); n = 0; } return b.toString(); }
    static int levenshtein(String a, String b) {
        int[] prev = new int[b.length() + 1];
        Arrays.setAll(prev, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            int[] cur = new int[b.length() + 1];
            cur[0] = i;
            for (int j = 1; j <= b.length(); j++) cur[j] = Math.min(Math.min(cur[j - 1], prev[j]) + 1, prev[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
            prev = cur;
        }
        return prev[b.length()];
    }
    static String lcs(String a, String b) {
        String[][] t = new String[a.length() + 1][b.length() + 1];
        for (String[] r : t) Arrays.fill(r, "");
        for (int i = 0; i < a.length(); i++) for (int j = 0; j < b.length(); j++) t[i + 1][j + 1] = a.charAt(i) == b.charAt(j) ? t[i][j] + a.charAt(i) : t[i][j + 1].length() >= t[i + 1][j].length() ? t[i][j + 1] : t[i + 1][j];
        return t[a.length()][b.length()];
    }
    public static void main(String[] args) {
        String enc = vigenere("Attack at Dawn!", "Lemon", 1);
        System.out.println(enc + " " + vigenere(enc, "Lemon", -1));
        System.out.println(rle("aaabccccd") + " " + unrle(rle("aaabccccccccccccd")) + "|" + rle("") + "|");
        System.out.println(levenshtein("kitten", "sitting") + " " + levenshtein("", "abc") + " " + lcs("AGGTAB", "GXTXAYB"));
        TreeMap<String, Integer> words = new TreeMap<>();
        for (String w : "it was the best of times it was the worst of times".split(" ")) words.merge(w, 1, Integer::sum);
        System.out.println(words);
        System.out.println(new StringBuilder("A man a plan").reverse() + " " + "abc".compareTo("abd"));
    }
}
