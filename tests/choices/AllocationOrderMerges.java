//@ check:
//@ expect: holds
//@ states: 3
// The same two objects, allocated in either order: one state at the second choice, one end.
import hazard.Nondet;
public class AllocationOrderMerges {
    static class A { } static class B { }
    static A a; static B b;
    public static void main(String[] args) {
        new A(); new B();
        if (Nondet.bool()) { a = new A(); b = new B(); } else { b = new B(); a = new A(); }
        Nondet.bool();
    }
}
