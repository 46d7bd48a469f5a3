//@ expect-symbolic: violated
// Vowels are left out.

import hazard.Symbolic;

public class MatchReplace {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() == 3) {
            assert !s.replaceAll("[aeiou]", "").equals("x");
        }
    }
}
