//@ outputs: 0 | 7200000
//@ expect: holds
// Time zones are objects of the program, though their class lies among the JDK's own.
import java.util.TimeZone;

public class ZoneMoved {
    public static void main(String[] args) throws Exception {
        TimeZone zone = TimeZone.getTimeZone("UTC");
        Thread other = new Thread(() -> {
            zone.setRawOffset(7_200_000);
        });
        other.start();
        int offset = zone.getRawOffset();
        other.join();
        System.out.println(offset);
    }
}
