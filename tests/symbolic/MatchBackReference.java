//@ expect-symbolic: violated
// What is not regular is followed by the library.

import hazard.Symbolic;

public class MatchBackReference {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() == 2) {
            assert !s.matches("(.)\\1");
        }
    }
}
