//@ check: --search dfs --all-errors
//@ expect: inconclusive
//@ exit: 3
// The second alternative ends the search: what lies behind the third is not looked at.
import gov.nasa.jpf.vm.Verify;

public class VerifyTerminate {
    public static void main(String[] args) {
        int which = Verify.getInt(3, 1);
        if (which == 2) {
            Verify.terminateSearch();
        }
        assert which != 3;
    }
}
