// The launched class is initialised with its supers, though it inherits main.
public class LaunchedBelow extends LaunchedAbove { static { System.out.println("below"); } }
class LaunchedAbove implements LaunchedDefaults {
    static { System.out.println("above"); }
    static int say(String s) { System.out.println(s); return 1; }
    public static void main(String[] args) { System.out.println("main " + args.length); }
}
interface LaunchedDefaults { int i = LaunchedAbove.say("defaults"); default void f() { } }
