import hazard.Symbolic;
import java.util.HashMap;
import java.util.Map;

/** A map whose keys are inputs: each step asks more of the solver than the one before. */
public class SymbolicMap {
    public static void main(String[] args) {
        Map<Integer, Integer> map = new HashMap<>();
        for (int index = 0; index < 12; index++) {
            map.merge(Symbolic.integer("k" + index), 1, Integer::sum);
        }
        int total = 0;
        for (int value : map.values()) {
            total += value * value;
        }
        assert total != 77;
    }
}
