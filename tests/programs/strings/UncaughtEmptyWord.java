//@ exit: 1
//@ throws: java.lang.ArrayIndexOutOfBoundsException: Index 0 out of bounds for length 0
public class UncaughtEmptyWord {
    static String initials(String s) { StringBuilder b = new StringBuilder(); for (String w : s.split(" ")) b.append(w.toCharArray()[0]); return b.toString(); }
    public static void main(String[] args) {
        System.out.println(initials("model checking java"));
        System.out.println(initials("two  spaces"));
    }
}
