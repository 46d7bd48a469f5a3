//@ expect-symbolic: holds
// No digit is left.

import hazard.Symbolic;

public class MatchReplaceHolds {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() <= 3) {
            String t = s.replaceAll("[0-9]+", "");
            assert !t.contains("7");
        }
    }
}
