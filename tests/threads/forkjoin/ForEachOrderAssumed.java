//@ check: --search dfs
//@ expect: assertion
// Relying on the order of a parallel forEach.

import java.util.List;

public class ForEachOrderAssumed {
    public static void main(String[] args) throws Exception {
        StringBuffer text = new StringBuffer();
        List.of("a", "b").parallelStream().forEach(text::append);
        assert text.toString().equals("ab");
    }
}
