public class SwitchExpressions {
    enum Day { MON, TUE, SAT, SUN }
    static int len(Day d) { return switch (d) { case MON, TUE -> 1; case SAT -> { int x = 5; for (int i = 0; i < 3; i++) x += i; yield x; } case SUN -> throw new IllegalStateException("closed"); }; }
    static String old(int n) { return switch (n) { case 1: yield "one"; case 2: case 3: System.out.print("(fall)"); default: yield n < 0 ? "neg" : "many"; }; }
    static Object mixed(int n) { return switch (n) { case 0 -> 1; case 1 -> 2.5; default -> 'c'; }; }
    static Object boxed(int n) { return switch (n) { case 0 -> "s"; case 1 -> 2; default -> null; }; }
    static char grade(int s) { return switch (s / 10) { case 10, 9 -> 'A'; case 8 -> 'B'; case 7 -> 'C'; default -> 'F'; }; }
    static int nested(int a, int b) { return switch (a) { case 0 -> switch (b) { case 0 -> 0; default -> 1; }; case 1 -> { try { yield switch (b) { case 0 -> 10 / b; default -> 11; }; } catch (ArithmeticException e) { yield -1; } finally { System.out.print("f"); } } default -> 2 * switch (b) { case 5 -> 50; default -> b; }; }; }
    public static void main(String[] args) {
        for (Day d : Day.values()) try { System.out.print(len(d) + " "); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(old(1) + old(2) + old(-4) + old(9));
        System.out.println(mixed(0) + " " + mixed(1) + " " + mixed(2) + " " + boxed(0) + boxed(1) + boxed(2));
        System.out.println("" + grade(100) + grade(85) + grade(71) + grade(3));
        System.out.println(nested(0, 0) + " " + nested(0, 3) + " " + nested(1, 0) + " " + nested(1, 1) + " " + nested(7, 5) + " " + nested(7, 6));
        int k = 3;
        System.out.println(1 + switch (k) { case 3 -> 10; default -> 0; } * 2);
        Day none = null;
        try { len(none); } catch (NullPointerException e) { System.out.println("NPE"); }
        switch (k) { case 1 -> System.out.println("no"); case 3 -> { System.out.println("arrow statement"); } default -> { } }
        String s = switch ("b") { case "a" -> "A"; case "b" -> { String t = ""; do t += "B"; while (t.length() < 3); yield t; } default -> "?"; };
        System.out.println(s);
    }
}
