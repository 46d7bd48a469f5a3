import hazard.Symbolic;
import java.util.ArrayList;
import java.util.List;

/** Arrays of any length, more and more of them. */
public class SymbolicArrays {
    public static void main(String[] args) {
        List<int[]> arrays = new ArrayList<>();
        for (int index = 0; index < 40; index++) {
            int length = Symbolic.integer("n" + index, 0, 2000);
            int[] array = new int[length];
            if (length > 3) {
                array[length - 1] = length;
            }
            arrays.add(array);
        }
        int sum = 0;
        for (int[] array : arrays) {
            for (int element : array) {
                sum += element;
            }
        }
        assert sum != 12345;
    }
}
