import java.util.*;
public class EnumSwitchKinds {
    enum Op { ADD, SUB, MUL, DIV, NOP }
    static int apply(Op o, int a, int b) { switch (o) { case ADD: a += b; break; case SUB: a -= b; case NOP: break; case MUL: { a *= b; } break; case DIV: return b == 0 ? Integer.MAX_VALUE : a / b; } return a; }
    static String cls(Op o) { return switch (o) { case ADD, SUB -> "additive"; case MUL, DIV -> "multiplicative"; default -> "none"; }; }
    enum Light { RED { Light next() { return GREEN; } }, GREEN { Light next() { return YELLOW; } }, YELLOW { Light next() { return RED; } }; abstract Light next(); }
    public static void main(String[] args) {
        for (Op o : Op.values()) System.out.print(apply(o, 12, 4) + ":" + cls(o) + " ");
        System.out.println(apply(Op.DIV, 1, 0));
        Light l = Light.RED;
        for (int i = 0; i < 7; i++) { switch (l) { case RED: System.out.print("stop "); break; case GREEN: System.out.print("go "); break; default: System.out.print(l.name().toLowerCase() + " "); } l = l.next(); }
        System.out.println(l.getClass() == Light.class ? "same" : l.getDeclaringClass().getSimpleName());
        EnumMap<Op, Integer> m = new EnumMap<>(Op.class);
        for (String s : "ADD MUL ADD NOP".split(" ")) m.merge(Op.valueOf(s), 1, Integer::sum);
        System.out.println(m);
        StringBuilder prog = new StringBuilder();
        int acc = 1;
        for (int pc = 0; pc < 20; pc++) switch (Op.values()[pc * 7 % 5]) { case ADD -> acc += pc; case SUB -> acc -= 2; case MUL -> acc *= 2; case DIV -> acc /= 3; case NOP -> prog.append(acc).append(','); }
        System.out.println(prog);
    }
}
