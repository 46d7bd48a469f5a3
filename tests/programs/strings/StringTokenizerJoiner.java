import java.util.StringJoiner;
import java.util.StringTokenizer;
public class StringTokenizerJoiner {
    public static void main(String[] args) {
        StringTokenizer t = new StringTokenizer(" a  b\tc\nd ");
        System.out.print(t.countTokens() + ":");
        while (t.hasMoreTokens()) System.out.print("[" + t.nextToken() + "]");
        System.out.println();
        t = new StringTokenizer("1+22*(3-4)", "+-*/()", true);
        while (t.hasMoreElements()) System.out.print(t.nextElement() + " ");
        System.out.println();
        t = new StringTokenizer("a,b;c", ",");
        System.out.println(t.nextToken() + t.nextToken(";") + t.nextToken());
        try { t.nextToken(); } catch (java.util.NoSuchElementException e) { System.out.println("no more " + e.getMessage()); }
        StringJoiner j = new StringJoiner(", ", "{", "}");
        System.out.println(j + " " + j.length());
        j.setEmptyValue("EMPTY");
        System.out.println(j);
        j.add("x").add(null).add("");
        System.out.println(j + " " + j.length());
        StringJoiner k = new StringJoiner("-").add("1").add("2");
        System.out.println(j.merge(k) + " " + k + new StringJoiner("/"));
    }
}
