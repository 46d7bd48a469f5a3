//@ expect-symbolic: violated
// A line terminator may follow the end.

import hazard.Symbolic;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class MatchEnd {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() == 3) {
            Matcher m = Pattern.compile("b$").matcher(s);
            assert !(m.find() && m.end() == 1);
        }
    }
}
