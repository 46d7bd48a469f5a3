//@ expect-symbolic: violated
// A part of a text.

import hazard.Symbolic;

public class TextPart {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() == 4) {
            assert !s.substring(1, 3).equals("xy");
        }
    }
}
