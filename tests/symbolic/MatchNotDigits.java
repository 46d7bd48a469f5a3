//@ expect-symbolic: violated
// A digit that is missing.

import hazard.Symbolic;

public class MatchNotDigits {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.matches("\\d+-\\d+")) {
            assert s.length() > 3;
        }
    }
}
