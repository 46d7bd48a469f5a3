//@ pse: --target failure --profile ../../tests/symbolic/profiles/short.toml
//@ expect-value: 9/16
// A random string that matches.

import hazard.Symbolic;

public class LawMatches {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !s.matches("(ab|ba)*a?");
    }
}
