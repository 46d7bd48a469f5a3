//@ pse: --target failure --profile ../../tests/symbolic/profiles/two.toml
//@ expect-value: 1549697/50331648
// Somewhere in a dozen characters.

import hazard.Symbolic;

public class LawLongContains {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !s.matches(".*abca.*");
    }
}
