import java.util.Arrays;
import java.util.Random;

/** One transition that sorts for very long. */
public class LongStep {
    public static void main(String[] args) {
        boolean coin = new Random().nextBoolean();
        long[] numbers = new long[2_000_000];
        long last = coin ? 1 : 2;
        while (true) {
            for (int index = 0; index < numbers.length; index++) {
                last = last * 6364136223846793005L + 1442695040888963407L;
                numbers[index] = last;
            }
            Arrays.sort(numbers);
        }
    }
}
