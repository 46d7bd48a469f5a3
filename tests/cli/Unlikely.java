import java.util.Random;

/** Fails if thirty coins in a row come out heads. */
public class Unlikely {
    public static void main(String[] args) {
        Random random = new Random();
        for (int i = 0; i < 30; i++) {
            if (!random.nextBoolean()) {
                return;
            }
        }
        throw new IllegalStateException("thirty in a row");
    }
}
