//@ exit: 1
public class ExitCodeWraps {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        System.out.println("leaving");
        System.exit(257);
    }
}
