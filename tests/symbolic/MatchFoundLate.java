//@ expect-symbolic: violated
// Found in the third place.

import hazard.Symbolic;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class MatchFoundLate {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        Matcher m = Pattern.compile("[xy]z").matcher(s);
        assert !(m.find() && m.start() == 2 && m.end() == s.length());
    }
}
