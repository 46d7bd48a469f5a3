//@ expect-symbolic: violated
// Some text is this one.

import hazard.Symbolic;

public class TextEquals {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !s.equals("hello");
    }
}
