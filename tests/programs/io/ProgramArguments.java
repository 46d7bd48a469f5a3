//@ args: one "two words" '' -x --long=5 42
public class ProgramArguments {
    public static void main(String[] args) { System.out.println(args.length); for (String a : args) System.out.println("[" + a + "]"); System.out.println(Integer.parseInt(args[5]) + 1); args[0] = "changed"; System.out.println(args[0] + args.getClass().getSimpleName()); }
}
