//@ exit: 1
//@ throws: java.lang.NumberFormatException: For input string: "3O"
public class UncaughtNumberFormat {
    public static void main(String[] args) {
        int total = 0;
        for (String s : "10,20,3O".split(",")) { total += Integer.parseInt(s); System.out.println(total); }
    }
}
