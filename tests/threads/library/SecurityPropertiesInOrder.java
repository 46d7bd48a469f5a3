//@ outputs: null null | null 1 | 1 1
//@ expect: holds
// Properties of security are set in an order, and seen in it.
import java.security.Security;

public class SecurityPropertiesInOrder {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            Security.setProperty("an.example", "1");
            Security.setProperty("another.example", "1");
        });
        other.start();
        String later = Security.getProperty("another.example");
        String sooner = Security.getProperty("an.example");
        other.join();
        System.out.println(later + " " + sooner);
    }
}
