//@ outputs: 0 | 3
//@ expect: holds
// Whether a stream counts what passes through it is told by a field of its own.
import java.io.ByteArrayInputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;

public class DigestSwitchedOff {
    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("MD5");
        byte[] empty = digest.digest();
        DigestInputStream stream = new DigestInputStream(new ByteArrayInputStream(new byte[3]), digest);
        Thread other = new Thread(() -> {
            stream.on(false);
        });
        other.start();
        int count = stream.readAllBytes().length;
        other.join();
        System.out.println(MessageDigest.isEqual(empty, digest.digest()) ? 0 : count);
    }
}
