import java.util.*;
import java.util.regex.*;
public class Tokenizer {
    static final Pattern TOKEN = Pattern.compile("\\s*(?:(?<num>\\d+(?:\\.\\d+)?)|(?<id>[a-z]\\w*)|(?<op>[-+*/^()]))");
    final List<String> t = new ArrayList<>();
    int i;
    final Map<String, Double> env = Map.of("pi", 3.0, "x", 2.0);
    Tokenizer(String s) { Matcher m = TOKEN.matcher(s); int at = 0; while (at < s.length()) { if (!m.find() || m.start() != at) throw new IllegalArgumentException("bad character at " + at + " in " + s); t.add(m.group().strip()); at = m.end(); } }
    boolean eat(String s) { if (i < t.size() && t.get(i).equals(s)) { i++; return true; } return false; }
    double expr() { double v = term(); while (true) if (eat("+")) v += term(); else if (eat("-")) v -= term(); else return v; }
    double term() { double v = factor(); while (true) if (eat("*")) v *= factor(); else if (eat("/")) v /= factor(); else return v; }
    double factor() { if (eat("-")) return -factor(); double b = atom(); return eat("^") ? Math.pow(b, factor()) : b; }
    double atom() { if (eat("(")) { double v = expr(); if (!eat(")")) throw new IllegalArgumentException("missing )"); return v; } if (i >= t.size()) throw new IllegalArgumentException("unexpected end"); String s = t.get(i++); if (Character.isDigit(s.charAt(0))) return Double.parseDouble(s); Double v = env.get(s); if (v == null) throw new IllegalArgumentException("unknown " + s); return v; }
    public static void main(String[] args) {
        for (String s : new String[] {"1+2*3", "(1+2)*3", "2^3^2", "-2^2", "1/0", "10-4-3", "pi*x", "2 * (3", "a1", "1 $ 2", "", "1.5*4", "0/0", "--1"}) try { Tokenizer k = new Tokenizer(s); double v = k.expr(); System.out.println(s + " = " + v + (k.i < k.t.size() ? " rest " + k.t.subList(k.i, k.t.size()) : "")); } catch (IllegalArgumentException e) { System.out.println(s + " ! " + e.getMessage()); }
    }
}
