//@ outputs: false false | false true | true false
//@ expect: holds
// Hooks for the end are in a table that is guarded by a class of the library.

public class HookRemovedOrNot {
    public static void main(String[] args) throws Exception {
        Thread hook = new Thread(() -> { });
        Thread other = new Thread(() -> {
            Runtime.getRuntime().addShutdownHook(hook);
        });
        other.start();
        boolean first = Runtime.getRuntime().removeShutdownHook(hook);
        boolean second = Runtime.getRuntime().removeShutdownHook(hook);
        other.join();
        System.out.println(first + " " + second);
    }
}
