//@ expect-symbolic: inconclusive
// Nothing is wrong with any short text; long ones were not looked at.

import hazard.Symbolic;

public class TextAnyLength {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert (s + "x").length() == s.length() + 1;
    }
}
