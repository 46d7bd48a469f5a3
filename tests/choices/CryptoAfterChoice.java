//@ check: --search dfs --random off
//@ expect: holds
//@ end-states: 1
// Library classes that are first used after a choice: files their initialisers keep open are open on every path.
import hazard.Nondet;

public class CryptoAfterChoice {
    public static void main(String[] args) throws Exception {
        boolean first = Nondet.bool();
        if (first) java.security.MessageDigest.getInstance("SHA-256").digest(new byte[3]);
        byte[] bytes = new byte[16];
        new java.security.SecureRandom().nextBytes(bytes);
        assert Nondet.bool() || javax.crypto.KeyGenerator.getInstance("AES").generateKey().getEncoded().length > 0;
    }
}
