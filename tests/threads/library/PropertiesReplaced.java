//@ outputs: 1 1 | null 1 | null null
//@ expect: holds
// The system's properties as a whole are a static field.
import java.util.Properties;

public class PropertiesReplaced {
    public static void main(String[] args) throws Exception {
        Properties replaced = new Properties(System.getProperties());
        replaced.setProperty("an.example", "1");
        Thread other = new Thread(() -> {
            System.setProperties(replaced);
        });
        other.start();
        String first = System.getProperty("an.example");
        String second = System.getProperty("an.example");
        other.join();
        System.out.println(first + " " + second);
    }
}
