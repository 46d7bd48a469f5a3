//@ expect-symbolic: violated
//@ check: --strings 4
// Two groups of a date.

import hazard.Symbolic;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class MatchGroups {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() <= 5) {
            Matcher m = Pattern.compile("(\\d+)/(\\d)").matcher(s);
            if (m.matches()) {
                assert Integer.parseInt(m.group(1)) != 10 * Integer.parseInt(m.group(2));
            }
        }
    }
}
