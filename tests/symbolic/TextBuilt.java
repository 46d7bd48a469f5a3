//@ expect-symbolic: violated
// A text built from characters.

import hazard.Symbolic;

public class TextBuilt {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() == 2) {
            StringBuilder b = new StringBuilder();
            b.append(s.charAt(1)).append(s.charAt(0));
            assert !b.toString().equals("no");
        }
    }
}
