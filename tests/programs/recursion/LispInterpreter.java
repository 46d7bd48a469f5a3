import java.util.*;
import java.util.function.*;
public class LispInterpreter {
    interface Fn { Object apply(List<Object> a); }
    static class Env extends HashMap<String, Object> { final Env up; Env(Env u) { up = u; } Object look(String s) { if (containsKey(s)) return super.get(s); if (up == null) throw new NoSuchElementException("unbound " + s); return up.look(s); } }
    static Object read(Deque<String> t) { if (t.isEmpty()) throw new IllegalStateException("eof"); String s = t.poll(); if (s.equals("(")) { List<Object> l = new ArrayList<>(); while (!")".equals(t.peek())) l.add(read(t)); t.poll(); return l; } if (s.equals(")")) throw new IllegalStateException("unexpected )"); try { return Long.valueOf(s); } catch (NumberFormatException e) { return s; } }
    static Object eval(Object x, Env e) {
        if (x instanceof String s) return e.look(s);
        if (!(x instanceof List<?> l)) return x;
        if (l.get(0) instanceof String op) switch (op) {
            case "if": return eval(l.get(!eval(l.get(1), e).equals(0L) ? 2 : 3), e);
            case "define": e.put((String) l.get(1), eval(l.get(2), e)); return null;
            case "lambda": { List<?> ps = (List<?>) l.get(1); return (Fn) a -> { Env n = new Env(e); for (int i = 0; i < ps.size(); i++) n.put((String) ps.get(i), a.get(i)); return eval(l.get(2), n); }; }
            case "quote": return l.get(1);
        }
        Fn f = (Fn) eval(l.get(0), e);
        List<Object> a = new ArrayList<>();
        for (Object y : l.subList(1, l.size())) a.add(eval(y, e));
        return f.apply(a);
    }
    public static void main(String[] args) {
        Env g = new Env(null);
        Map.<String, BinaryOperator<Long>>of("+", Long::sum, "-", (a, b) -> a - b, "*", (a, b) -> a * b, "<", (a, b) -> a < b ? 1L : 0L, "=", (a, b) -> a.equals(b) ? 1L : 0L).forEach((k, f) -> g.put(k, (Fn) a -> f.apply((Long) a.get(0), (Long) a.get(1))));
        for (String s : new String[] {"(+ 1 (* 2 3))", "(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))", "(fact 20)", "(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))", "(fib 15)", "(((lambda (x) (lambda (y) (- x y))) 10) 4)", "(quote (a b (c 1)))", "(undefined 1)", "(1 2)", "(+ 1", ")", "((lambda (f) (f f)) (lambda (f) (f f)))"}) try { System.out.println(eval(read(new ArrayDeque<>(List.of(s.replace("(", " ( ").replace(")", " ) ").strip().split("\\s+")))), g)); } catch (NoSuchElementException | IllegalStateException | ClassCastException | StackOverflowError e) { System.out.println(e.getClass().getSimpleName()); }
    }
}
