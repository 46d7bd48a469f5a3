//@ expect-symbolic: holds
// A group without a part in the match is null.

import hazard.Symbolic;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class MatchGroupsHold {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() <= 3) {
            Matcher m = Pattern.compile("(a)|(b)").matcher(s);
            if (m.matches()) {
                assert (m.group(1) == null) != (m.group(2) == null);
            }
        }
    }
}
