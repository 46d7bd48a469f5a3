import java.nio.file.Files;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.prefs.Preferences;

/** Preferences, kept in files. */
public class StoredPreferences {
    public static void main(String[] args) throws Exception {
        Logger.getLogger("java.util.prefs").setLevel(Level.OFF);
        System.setProperty("java.util.prefs.userRoot", Files.createTempDirectory("prefs").toString());
        Preferences node = Preferences.userRoot().node("some/node");
        node.put("word", "value");
        node.putInt("number", 5);
        System.out.println(node.get("word", "none") + node.getInt("number", 0) + node.getInt("other", 9) + " " + node.absolutePath());
        node.remove("word");
        System.out.println(node.get("word", "gone") + " " + Arrays.toString(node.keys()) + " " + node.parent().name());
        Preferences.userRoot().flush();
        node.removeNode();
        System.out.println(Preferences.userRoot().nodeExists("some/node"));
    }
}
