//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 0
//@ expect-value: 53/405
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 1
//@ expect-value: 4/45
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 2
//@ expect-value: 19/135
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 3
//@ expect-value: 1/135
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 4
//@ expect-value: 2/3
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 5
//@ expect-value: 56/135
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 6
//@ expect-value: 61/405
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 7
//@ expect-value: 82/405
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 8
//@ expect-value: 1/45
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 9
//@ expect-value: 5/9
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 10
//@ expect-value: 7/81
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 11
//@ expect-value: 88/405
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 12
//@ expect-value: 1/5
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 13
//@ expect-value: 131/405
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 14
//@ expect-value: 7/15
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 15
//@ expect-value: 2/5
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 16
//@ expect-value: 28/81
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 17
//@ expect-value: 7/45
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 18
//@ expect-value: 1/135
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 19
//@ expect-value: 4/15
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 20
//@ expect-value: 2/45
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 21
//@ expect-value: 2/15
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 22
//@ expect-value: 11/15
//@ pse: --target failure --profile ../../tests/symbolic/profiles/few.toml -- 23
//@ expect-value: 131/405
// What a random string meets, operation by operation; the values are those of HotSpot on all strings.

import hazard.Symbolic;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class LawConditions {
    static boolean holds(int k, String s) {
        switch (k) {
            case 0: return s.contains("ab");
            case 1: return s.indexOf('b', 1) == 2;
            case 2: return s.lastIndexOf("a") == 1;
            case 3: return s.toUpperCase().equals("AB1");
            case 4: return s.compareTo("ab") < 0;
            case 5: return s.hashCode() % 3 == 0;
            case 6: return s.replace("a", "bb").length() == 4;
            case 7: return s.split("1").length == 2;
            case 8: try { return Integer.parseInt(s) == 11; } catch (NumberFormatException e) { return false; }
            case 9: return new StringBuilder(s).reverse().toString().equals(s);
            case 10: { Matcher m = Pattern.compile("a(b*)1?").matcher(s); return m.find() && m.group(1).length() == 1; }
            case 11: return s.replaceAll("a+", "x").length() == 2;
            case 12: return s.trim().isEmpty();
            case 13: return s.chars().filter(Character::isDigit).count() == 1;
            case 14: return s.charAt(0) == 'a';
            case 15: return s.substring(1).startsWith("b");
            case 16: return s.matches("(a|b1)*");
            case 17: switch (s) { case "a": case "ab": case "1": return true; default: return false; }
            case 18: return s.equalsIgnoreCase("AbA");
            case 19: return (s + "1").endsWith("b1");
            case 20: { char[] c = s.toCharArray(); Arrays.sort(c); return new String(c).equals("ab"); }
            case 21: return s.matches("a.*") && s.length() > 2;
            case 22: return s.isEmpty() || Character.isLetter(s.charAt(s.length() - 1));
            default: return s.matches("[^1]*1[^1]*");
        }
    }

    static boolean safe(int k, String s) {
        try {
            return holds(k, s);
        } catch (StringIndexOutOfBoundsException e) {
            return true;
        }
    }

    public static void main(String[] args) {
        if (safe(Integer.parseInt(args[0]), Symbolic.text("s"))) {
            throw new IllegalStateException();
        }
    }
}
