//@ pse: --target failure --profile ../../tests/symbolic/profiles/short.toml
//@ expect-value: 1/8
// Where the first b is.

import hazard.Symbolic;

public class LawIndex {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert s.indexOf('b') != 1;
    }
}
