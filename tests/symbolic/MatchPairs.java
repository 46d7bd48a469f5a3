//@ expect-symbolic: holds
// What is made of pairs has an even length, however long it is read; the library would try every way.

import hazard.Symbolic;

public class MatchPairs {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() <= 8 && s.matches("(ab|ba)*")) {
            assert s.length() % 2 == 0;
        }
    }
}
