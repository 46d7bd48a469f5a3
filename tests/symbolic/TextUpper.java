//@ expect-symbolic: violated
// The upper case of a text.

import hazard.Symbolic;

public class TextUpper {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() == 2 && s.charAt(0) < 128 && s.charAt(1) < 128) {
            assert !s.toUpperCase().equals("OK");
        }
    }
}
