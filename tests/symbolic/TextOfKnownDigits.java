//@ expect-symbolic: holds
// On this path only one number of digits is possible, and they are known: that has to be told all the same.

import hazard.Symbolic;

public class TextOfKnownDigits {
    public static void main(String[] args) {
        int b = Symbolic.integer("b", -128, 127);
        if (b == 2) {
            String text = "" + b;
            assert text.length() == 1 && text.charAt(0) == '2';
        }
        if (b > 41 && b < 44) {
            assert ("<" + b + ">").charAt(1) == '4';
        }
    }
}
