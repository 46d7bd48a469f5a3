package shop;

import java.util.Random;

/** Draws two winners. */
public class Raffle {
    private final Random random = new Random();

    /** May draw the same one twice. */
    public int[] draw(int customers) {
        return new int[] {random.nextInt(customers), random.nextInt(customers)};
    }

    public int[] drawSafely(int customers) {
        int first = random.nextInt(customers);
        int second = random.nextInt(customers - 1);
        return new int[] {first, second < first ? second : second + 1};
    }
}
