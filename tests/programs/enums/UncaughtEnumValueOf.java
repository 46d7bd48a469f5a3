//@ exit: 1
//@ throws: java.lang.IllegalArgumentException: No enum constant UncaughtEnumValueOf.Colour.red
public class UncaughtEnumValueOf {
    enum Colour { RED, GREEN }
    public static void main(String[] args) {
        System.out.println(Colour.valueOf("RED"));
        System.out.println(Colour.valueOf("red"));
    }
}
