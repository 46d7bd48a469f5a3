import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
public class BalancedJson {
    private final String s;
    private int i;
    BalancedJson(String s) { this.s = s; }
    static class ParseError extends RuntimeException { ParseError(String m, int at) { super(m + " at " + at); } }
    Object value() {
        ws();
        if (i >= s.length()) throw new ParseError("unexpected end", i);
        char c = s.charAt(i);
        if (c == '{') {
            Map<String, Object> m = new LinkedHashMap<>();
            i++;
            ws();
            if (peek('}')) return m;
            do { ws(); String k = string(); ws(); expect(':'); m.put(k, value()); ws(); } while (peek(','));
            expect('}');
            return m;
        }
        if (c == '[') {
            List<Object> l = new ArrayList<>();
            i++;
            ws();
            if (peek(']')) return l;
            do { l.add(value()); ws(); } while (peek(','));
            expect(']');
            return l;
        }
        if (c == '"') return string();
        int start = i;
        while (i < s.length() && "+-.eE0123456789truefalsn".indexOf(s.charAt(i)) >= 0) i++;
        String w = s.substring(start, i);
        switch (w) {
            case "true": return Boolean.TRUE;
            case "false": return Boolean.FALSE;
            case "null": return null;
            case "": throw new ParseError("unexpected '" + c + "'", i);
        }
        try { return w.matches("-?\\d+") ? (Object) Long.valueOf(w) : (Object) Double.valueOf(w); } catch (NumberFormatException e) { throw new ParseError("bad number " + w, start); }
    }
    String string() {
        expect('"');
        StringBuilder b = new StringBuilder();
        while (true) {
            if (i >= s.length()) throw new ParseError("unterminated string", i);
            char c = s.charAt(i++);
            if (c == '"') return b.toString();
            if (c != '\\') { b.append(c); continue; }
            c = s.charAt(i++);
            b.append(switch (c) { case 'n' -> '\n'; case 't' -> '\t'; case 'u' -> { int v = Integer.parseInt(s.substring(i, i + 4), 16); i += 4; yield (char) v; } default -> c; });
        }
    }
    void ws() { while (i < s.length() && Character.isWhitespace(s.charAt(i))) i++; }
    boolean peek(char c) { if (i < s.length() && s.charAt(i) == c) { i++; return true; } return false; }
    void expect(char c) { if (!peek(c)) throw new ParseError("expected '" + c + "'", i); }
    public static void main(String[] args) {
        for (String t : new String[] {"{\"a\": [1, 2.5, -3e2, true, null], \"b\": {\"c\": \"x\\n\\u0041\"}}", "[]", "{}", "[1,", "{\"a\" 1}", "[1 2]", "\"abc", "tru", "[[[[]]],{}]", "-", "@"})
            try {
                BalancedJson p = new BalancedJson(t);
                Object v = p.value();
                System.out.println(v + " " + (v == null ? "null" : v.getClass().getSimpleName()));
            } catch (ParseError e) {
                System.out.println("error: " + e.getMessage());
            }
    }
}
