//@ pse: --target failure --profile ../../tests/symbolic/profiles/words.toml
//@ expect-value: 701/17576
// A beginning or an end.

import hazard.Symbolic;

public class LawWordEnds {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !(s.startsWith("ab") || s.endsWith("z"));
    }
}
