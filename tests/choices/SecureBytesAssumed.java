//@ check: --search dfs
//@ expect: holds
// Sixteen random bytes are nobody's to enumerate: one value stands for all, and the report says so.
import hazard.Nondet;

public class SecureBytesAssumed {
    public static void main(String[] args) {
        boolean other = Nondet.bool();
        byte[] key = new byte[16], nonce = new byte[16];
        java.security.SecureRandom random = new java.security.SecureRandom();
        random.nextBytes(key);
        random.nextBytes(nonce);
        assert !java.util.Arrays.equals(key, nonce) || other;
    }
}
