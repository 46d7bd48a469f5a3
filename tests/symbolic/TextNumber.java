//@ expect-symbolic: violated
// Some text is this number.

import hazard.Symbolic;

public class TextNumber {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        int n = -1;
        try {
            n = Integer.parseInt(s);
        } catch (NumberFormatException e) {
        }
        assert n != 42;
    }
}
