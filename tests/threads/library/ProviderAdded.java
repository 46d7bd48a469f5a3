//@ outputs: false false | true false | true true
//@ expect: holds
// The list of providers is a static field of a class that no program sees.
import java.security.Provider;
import java.security.Security;

public class ProviderAdded {
    static class Own extends Provider {
        Own() {
            super("Own", "1", "an example");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Provider own = new Own();
        Thread other = new Thread(() -> Security.addProvider(own));
        other.start();
        boolean first = Security.getProvider("Own") == null;
        boolean second = Security.getProvider("Own") == null;
        other.join();
        System.out.println(first + " " + second);
    }
}
