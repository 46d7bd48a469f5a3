//@ pse: --target failure --profile ../../tests/symbolic/profiles/plate.toml
//@ expect-value: 271/999
// Lucky number plates, of all that match.

import hazard.Symbolic;

public class LawPlateSeven {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !s.contains("7");
    }
}
