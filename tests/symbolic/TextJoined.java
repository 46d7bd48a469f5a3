//@ expect-symbolic: violated
// The second part of a joined text.

import hazard.Symbolic;

public class TextJoined {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !("a" + s).equals("abc");
    }
}
