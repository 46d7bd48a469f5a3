//@ expect-symbolic: violated
// A text between two others.

import hazard.Symbolic;

public class TextOrder {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert s.length() != 2 || s.compareTo("ab") <= 0 || s.compareTo("ad") >= 0;
    }
}
