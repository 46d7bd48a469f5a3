//@ outputs: FINE FINE | null FINE | null null
//@ expect: holds
// Loggers are the same for all who ask for them by name.
import java.util.logging.Level;
import java.util.logging.Logger;

public class LevelOfLogger {
    public static void main(String[] args) throws Exception {
        Logger.getLogger("an.example");
        Thread other = new Thread(() -> {
            Logger.getLogger("an.example").setLevel(Level.FINE);
        });
        other.start();
        Level first = Logger.getLogger("an.example").getLevel();
        Level second = Logger.getLogger("an.example").getLevel();
        other.join();
        System.out.println(first + " " + second);
    }
}
