//@ pse: --target failure --profile ../../tests/symbolic/profiles/two.toml
//@ expect-value: 1/3
// Two strings of one name are two strings.

import hazard.Symbolic;

public class LawTwice {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        String t = Symbolic.text("s");
        assert s.length() != t.length();
    }
}
