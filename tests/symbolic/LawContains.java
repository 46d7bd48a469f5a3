//@ pse: --target failure --profile ../../tests/symbolic/profiles/short.toml
//@ expect-value: 3/16
// A random string has ab in it.

import hazard.Symbolic;

public class LawContains {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !s.contains("ab");
    }
}
