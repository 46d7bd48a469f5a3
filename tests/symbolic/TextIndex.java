//@ expect-symbolic: violated
// A dot in the second place.

import hazard.Symbolic;

public class TextIndex {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert s.length() > 3 || s.indexOf('.') != 1;
    }
}
