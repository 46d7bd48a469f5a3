//@ check:
//@ expect: holds
//@ states: 3
// The first answer is read once and dead afterwards: two choices and an end.
import gov.nasa.jpf.vm.Verify;
public class VerifyRandomBoolFine {
    public static void main(String[] args) { boolean a = Verify.randomBool(); if (a) a = false; boolean b = Verify.randomBool(); }
}
