//@ exit: 1
//@ throws: java.lang.ClassCastException: class java.lang.Integer cannot be cast to class java.lang.String (java.lang.Integer and java.lang.String are in module java.base of loader 'bootstrap')
import java.util.*;
public class UncaughtHeapPollution {
    @SuppressWarnings("unchecked") static <T> T first(List<?> l) { return (T) l.get(0); }
    public static void main(String[] args) { String ok = first(List.of("fine")); System.out.println(ok); Object alsoOk = first(List.of(1)); System.out.println(alsoOk); String bad = first(List.of(1)); System.out.println(bad); }
}
