import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

/** Class files of versions that the library at hand does not know. */
public class LaterVersions {
    static class Defines extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass("LaterVersions$Small", bytes, 0, bytes.length);
        }
    }

    static class Small {
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream file = LaterVersions.class.getResourceAsStream("LaterVersions$Small.class")) {
            bytes = file.readAllBytes();
        }
        int newest = Runtime.version().feature() + 44;
        Map<String, Integer> asked = new TreeMap<>(Map.of("newest", newest, "next", newest + 1, "far", newest + 40));
        for (Map.Entry<String, Integer> entry : asked.entrySet()) {
            bytes[6] = (byte) (entry.getValue() >> 8);
            bytes[7] = (byte) (int) entry.getValue();
            define(entry.getKey(), bytes);
            define(entry.getKey() + ", cut", java.util.Arrays.copyOf(bytes, 8));
        }
    }

    static void define(String what, byte[] bytes) {
        try {
            System.out.println(what + ": " + new Defines().define(bytes).getName());
        } catch (UnsupportedClassVersionError refusal) {
            System.out.println(what + ": " + refusal.getMessage().replaceAll("[0-9]+\\.0", "N"));
        } catch (ClassFormatError refusal) {
            System.out.println(what + ": " + refusal);
        }
    }
}
