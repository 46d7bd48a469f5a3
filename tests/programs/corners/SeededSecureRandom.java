import java.security.SecureRandom;
import java.util.Arrays;

/** The one generator of `java.security` that computes from its seed alone. */
public class SeededSecureRandom {
    public static void main(String[] args) throws Exception {
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(42);
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        System.out.println(random.nextInt() + " " + random.nextLong() + " " + random.nextInt(100) + " " + Arrays.toString(bytes));
        System.out.println(random.getAlgorithm() + " " + random.getProvider().getName());
        SecureRandom again = SecureRandom.getInstance("SHA1PRNG");
        again.setSeed(new byte[] {1, 2, 3});
        System.out.println(again.nextDouble() + " " + again.nextGaussian());
    }
}
