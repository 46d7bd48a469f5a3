//@ check:
//@ expect: holds
//@ states: 7
// A stack of at most two bits, pushed and popped for ever: contents of length 0, 1 and 2, so 1 + 2 + 4 states. Popped nodes
// are garbage, and a stack built twice is the same stack.
import hazard.Nondet;
public class LinkedStackContents {
    static final class Node { final boolean bit; final Node below; Node(boolean bit, Node below) { this.bit = bit; this.below = below; } }
    public static void main(String[] args) {
        Node top = null;
        int height = 0;
        while (true) {
            int what = Nondet.choose(0, 2);
            if (what == 2) { if (top != null) { top = top.below; height--; } }
            else if (height < 2) { top = new Node(what == 1, top); height++; }
        }
    }
}
