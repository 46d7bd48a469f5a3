//@ expect-symbolic: holds
// What is found is where it is said to be.

import hazard.Symbolic;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class MatchFound {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        if (s.length() <= 4) {
            Matcher m = Pattern.compile("a+b").matcher(s);
            if (m.find()) {
                assert s.charAt(m.start()) == 'a';
                assert s.charAt(m.end() - 1) == 'b';
                assert m.group().length() >= 2;
            }
        }
    }
}
