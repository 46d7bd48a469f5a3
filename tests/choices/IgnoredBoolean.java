//@ check:
//@ expect: holds
//@ states: 2
// The choice, and the one end that both answers lead to: nobody looks at the answer.
import hazard.Nondet;
public class IgnoredBoolean {
    public static void main(String[] args) { boolean b = Nondet.bool(); }
}
