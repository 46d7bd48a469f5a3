//@ check: --search dfs
//@ expect: exception
// As EndsBeforeTheWriter, but what is written lies inside a map of the library: the key may go between the two questions.

import java.util.HashMap;
import java.util.Map;

public class EndsBeforeTheRemover {
    static final Map<String, String> stock = new HashMap<>();

    public static void main(String[] args) {
        stock.put("apple", "red");
        new Thread(() -> stock.remove("apple")).start();
        if (stock.containsKey("apple")) {
            System.out.println(stock.get("apple").length());
        }
    }
}
