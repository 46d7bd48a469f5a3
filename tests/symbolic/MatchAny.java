//@ expect-symbolic: violated
// Some string of eight letters ends in abb.

import hazard.Symbolic;

public class MatchAny {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !(s.matches("(a|b)*abb") && s.length() == 8);
    }
}
