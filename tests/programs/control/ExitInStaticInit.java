//@ exit: 5
public class ExitInStaticInit {
    static class Config { static { System.out.println("bad configuration"); System.exit(5); } static int v = 1; }
    public static void main(String[] args) { System.out.println("start"); System.out.println(Config.v); System.out.println("never"); }
}
