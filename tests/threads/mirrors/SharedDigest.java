//@ check:
//@ expect: holds
//@ outputs: right | wrong
// A digest is not made for several threads: what two of them put in at once may get lost.

import java.security.MessageDigest;
import java.util.Arrays;

public class SharedDigest {
    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("MD5");
        Thread other = new Thread(() -> digest.update((byte) 1));
        other.start();
        digest.update((byte) 1);
        other.join();
        byte[] expected = MessageDigest.getInstance("MD5").digest(new byte[] {1, 1});
        System.out.println(Arrays.equals(digest.digest(), expected) ? "right" : "wrong");
    }
}
