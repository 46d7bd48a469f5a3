//@ expect-symbolic: violated
// A word that begins in the third place.

import hazard.Symbolic;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class MatchWhere {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        Matcher m = Pattern.compile("\\bq").matcher(s);
        assert !(m.find() && m.start() == 2 && s.charAt(0) == 'r');
    }
}
