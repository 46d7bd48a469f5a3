//@ outputs: false false | true false | true true
//@ expect: holds
// The global logger is made by an initialiser of the library.
import java.util.logging.Logger;

public class GlobalLogger {
    public static void main(String[] args) throws Exception {
        Logger.getGlobal().setUseParentHandlers(true);
        Thread other = new Thread(() -> {
            Logger.getGlobal().setUseParentHandlers(false);
        });
        other.start();
        boolean first = Logger.getGlobal().getUseParentHandlers();
        boolean second = Logger.getGlobal().getUseParentHandlers();
        other.join();
        System.out.println(first + " " + second);
    }
}
