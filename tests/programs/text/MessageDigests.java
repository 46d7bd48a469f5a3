import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
public class MessageDigests {
    static String hex(byte[] b) { StringBuilder s = new StringBuilder(); for (byte x : b) s.append(Character.forDigit(x >> 4 & 15, 16)).append(Character.forDigit(x & 15, 16)); return s.toString(); }
    public static void main(String[] args) throws Exception {
        for (String alg : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) {
            MessageDigest d = MessageDigest.getInstance(alg);
            d.update("The quick brown fox ".getBytes());
            System.out.println(alg + " " + d.getDigestLength() + " " + hex(d.digest("jumps over the lazy dog".getBytes())));
            System.out.println(hex(d.digest()));
        }
        try { MessageDigest.getInstance("NOPE"); } catch (NoSuchAlgorithmException e) { System.out.println(e.getMessage()); }
        System.out.println(MessageDigest.isEqual(new byte[] {1}, new byte[] {1}));
    }
}
