//@ pse: --target failure --profile ../../tests/symbolic/profiles/words.toml
//@ expect-value: 1/70304
// One word of three letters.

import hazard.Symbolic;

public class LawWordEquals {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !s.equals("abc");
    }
}
