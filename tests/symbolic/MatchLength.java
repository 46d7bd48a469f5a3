//@ expect-symbolic: holds
// A string of any length: only three digits match.

import hazard.Symbolic;

public class MatchLength {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.matches("[0-9]{3}")) {
            assert s.length() == 3;
        }
    }
}
