//@ exit: 1
//@ throws: java.util.regex.PatternSyntaxException: Unclosed group near index 1
public class UncaughtPatternSyntax {
    public static void main(String[] args) {
        System.out.println("a+b".split("\\+").length);
        System.out.println("a(b".split("(").length);
    }
}
