//@ check:
//@ expect: holds
// System.exit ends the path before the failure; it is no violation.
import hazard.Nondet;
public class UncheckedExitEndsPath {
    public static void main(String[] args) { boolean quit = Nondet.bool(); if (quit) System.exit(7); if (quit) throw new IllegalStateException("after exit"); }
}
