//@ expect-symbolic: holds
// Every index below a length of up to nine is inside the array; a negative length is a caught exception.

import org.sosy_lab.sv_benchmarks.Verifier;

public class LengthInBounds {
    public static void main(String[] args) {
        int length = Verifier.nondetInt();
        if (length > 9) {
            return;
        }
        int[] table;
        try {
            table = new int[length];
        } catch (NegativeArraySizeException negative) {
            assert length < 0;
            return;
        }
        int index = Verifier.nondetInt();
        if (index >= 0 && index < length) {
            table[index] = 1;
        }
        assert table.length == length;
    }
}
