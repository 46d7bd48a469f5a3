package base;

/** A superclass in another package, for the rules on protected members. */
public class Base {
    protected int hidden;

    protected Base(int x) {
        hidden = x;
    }

    protected int prot(int k) {
        return k;
    }
}
