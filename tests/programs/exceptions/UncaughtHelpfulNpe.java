//@ exit: 1
//@ throws: java.lang.NullPointerException: Cannot invoke "java.lang.Integer.intValue()" because the return value of "java.util.Map.get(Object)" is null
import java.util.HashMap;
import java.util.Map;
public class UncaughtHelpfulNpe {
    public static void main(String[] args) {
        Map<String, Integer> counts = new HashMap<>();
        counts.put("a", 1);
        int total = counts.get("a");
        System.out.println(total);
        total += counts.get("b");
        System.out.println(total);
    }
}
