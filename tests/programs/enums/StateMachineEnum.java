import java.util.*;
public class StateMachineEnum {
    enum State { START { State on(char c) { return c == '-' || c == '+' ? SIGN : Character.isDigit(c) ? INT : ERR; } }, SIGN { State on(char c) { return Character.isDigit(c) ? INT : ERR; } }, INT(true) { State on(char c) { return Character.isDigit(c) ? INT : c == '.' ? DOT : c == 'e' ? EXP : ERR; } }, DOT { State on(char c) { return Character.isDigit(c) ? FRAC : ERR; } }, FRAC(true) { State on(char c) { return Character.isDigit(c) ? FRAC : c == 'e' ? EXP : ERR; } }, EXP { State on(char c) { return Character.isDigit(c) ? EINT : c == '-' ? ESIGN : ERR; } }, ESIGN { State on(char c) { return Character.isDigit(c) ? EINT : ERR; } }, EINT(true) { State on(char c) { return Character.isDigit(c) ? EINT : ERR; } }, ERR { State on(char c) { return ERR; } };
        final boolean ok; State() { this(false); } State(boolean ok) { this.ok = ok; } abstract State on(char c); }
    static boolean accepts(String s, Map<State, Integer> visits) { State st = State.START; for (char c : s.toCharArray()) { st = st.on(c); visits.merge(st, 1, Integer::sum); } return st.ok; }
    public static void main(String[] args) {
        Map<State, Integer> v = new EnumMap<>(State.class);
        for (String s : new String[] {"1", "-12.5", "+3e10", "1.5e-3", "", ".", "1.", "e5", "--1", "12a", "1e", "0.0"}) System.out.print(s + "=" + accepts(s, v) + " ");
        System.out.println();
        System.out.println(v);
        System.out.println(EnumSet.complementOf(EnumSet.copyOf(v.keySet())) + " " + State.valueOf("ERR").on('x') + State.INT.ok);
        Set<State> reach = EnumSet.of(State.START);
        Deque<State> q = new ArrayDeque<>(reach);
        while (!q.isEmpty()) { State s = q.poll(); for (char c : "+-0.e".toCharArray()) if (reach.add(s.on(c))) q.add(s.on(c)); }
        System.out.println(reach.size());
    }
}
