//@ exit: 1
//@ throws: java.lang.ClassCastException: class java.lang.Integer cannot be cast to class java.lang.String (java.lang.Integer and java.lang.String are in module java.base of loader 'bootstrap')
import java.util.ArrayList;
import java.util.List;
public class UncaughtClassCast {
    @SuppressWarnings({"unchecked", "rawtypes"})
    static List<String> polluted() { List l = new ArrayList<String>(); l.add("one"); l.add(2); return l; }
    public static void main(String[] args) {
        for (String s : polluted()) System.out.println(s.toUpperCase());
    }
}
