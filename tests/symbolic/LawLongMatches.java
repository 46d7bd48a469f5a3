//@ pse: --target failure --profile ../../tests/symbolic/profiles/two.toml
//@ expect-value: 3/262144
// Pairs from end to end.

import hazard.Symbolic;

public class LawLongMatches {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !s.matches("(ab|cd)+");
    }
}
