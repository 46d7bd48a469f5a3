//@ expect-symbolic: violated
// Three fields.

import hazard.Symbolic;

public class MatchSplit {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() <= 5) {
            assert s.split("[,;]+").length < 3;
        }
    }
}
