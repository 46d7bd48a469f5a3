//@ expect-symbolic: violated
// Some text of three characters begins and ends so.

import hazard.Symbolic;

public class TextStart {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() == 3 && s.startsWith("ab")) {
            assert s.charAt(2) != 'c';
        }
    }
}
