//@ exit: 1
//@ throws: java.lang.StringIndexOutOfBoundsException: begin 0, end 1, length 0
public class UncaughtStringIndex {
    static String initials(String s) { StringBuilder b = new StringBuilder(); for (String w : s.split(" ")) b.append(w.substring(0, 1)); return b.toString(); }
    public static void main(String[] args) {
        System.out.println(initials("model checking java"));
        System.out.println(initials("two  spaces"));
    }
}
