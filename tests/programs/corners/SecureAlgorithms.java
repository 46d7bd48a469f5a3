import java.security.SecureRandom;

/** What generators of random numbers say of themselves. */
public class SecureAlgorithms {
    public static void main(String[] args) throws Exception {
        SecureRandom random = new SecureRandom();
        System.out.println(random.getAlgorithm() + " " + random + " " + random.generateSeed(4).length + " " + random.nextInt(1));
        System.out.println(SecureRandom.getInstanceStrong().getAlgorithm() + " " + SecureRandom.getSeed(3).length);
        System.out.println(SecureRandom.getInstance("DRBG") + " " + SecureRandom.getInstance("DRBG").getAlgorithm());
        System.out.println(SecureRandom.getInstance("NativePRNGNonBlocking").getAlgorithm());
        try {
            SecureRandom.getInstance("none");
        } catch (java.security.NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        try {
            random.generateSeed(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("refused");
        }
    }
}
