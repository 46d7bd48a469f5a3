//@ exit: 1
public class UncaughtHandler {
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("handler: " + t.getName() + " " + e));
        System.out.println("about to fail");
        throw new IllegalStateException("handled elsewhere");
    }
}
