//@ pse: --target failure --profile ../../tests/symbolic/profiles/plate.toml
//@ expect-value: 25/37
// Most plates are long, since all are equally likely.

import hazard.Symbolic;

public class LawPlateLength {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert s.length() != 6;
    }
}
