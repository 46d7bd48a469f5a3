//@ pse: --target failure --profile ../../tests/symbolic/profiles/words.toml
//@ expect-value: 25/676
// Vowels at both ends.

import hazard.Symbolic;

public class LawWordVowels {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        assert !s.matches("[aeiou].*[aeiou]");
    }
}
