import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** Loads a good part of the library, before the first choice and after it. */
public class ManyClasses {
    public static void main(String[] args) throws Exception {
        java.util.regex.Pattern.compile("(a|b)*c{2,3}").matcher("abbacc").matches();
        String date = java.time.ZonedDateTime.of(2020, 2, 2, 2, 2, 2, 0, java.time.ZoneId.of("UTC")).toString();
        if (new Random().nextBoolean()) {
            Cipher cipher = Cipher.getInstance("AES");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
            cipher.doFinal(date.getBytes());
        }
    }
}
