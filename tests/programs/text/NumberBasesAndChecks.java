public class NumberBasesAndChecks {
    static boolean luhn(String s) { int t = 0; for (int i = 0; i < s.length(); i++) { int d = s.charAt(s.length() - 1 - i) - '0'; if (i % 2 == 1 && (d *= 2) > 9) d -= 9; t += d; } return t % 10 == 0; }
    static char isbn(String s) { int t = 0; for (int i = 0; i < 9; i++) t += (10 - i) * Character.getNumericValue(s.charAt(i)); int c = (11 - t % 11) % 11; return c == 10 ? 'X' : (char) ('0' + c); }
    static String base(long n, int b) { if (n < 0) return "-" + base(-n, b); String d = "" + "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".charAt((int) (n % b)); return n < b ? d : base(n / b, b) + d; }
    static int iban(String s) { int r = 0; for (char c : (s.substring(4) + s.substring(0, 4)).toCharArray()) r = (Character.isDigit(c) ? r * 10 + c - '0' : r * 100 + c - 'A' + 10) % 97; return r; }
    public static void main(String[] args) {
        System.out.println(luhn("4539578763621486") + " " + luhn("4539578763621487") + " " + isbn("030640615") + isbn("080442957") + " " + base(255, 2) + " " + base(-48879, 16) + " " + base(0, 7) + " " + iban("GB82WEST12345698765432"));
        StringBuilder morse = new StringBuilder();
        String[] codes = {".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..", "--", "-.", "---", ".--.", "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-", "-.--", "--.."};
        for (char c : "HAZARD".toCharArray()) morse.append(codes[c - 'A']).append('/');
        System.out.println(morse);
        String pig = "";
        for (String w : "quick brown eagle".split(" ")) { int v = 0; while ("aeiou".indexOf(w.charAt(v)) < 0) v++; pig += (v == 0 ? w + "way" : w.substring(v) + w.substring(0, v) + "ay") + " "; }
        System.out.println(pig.trim());
    }
}
