import java.util.Random;

/** A walk on a large grid: many states, and equations that take long to solve. */
public class Coins {
    public static void main(String[] args) {
        Random random = new Random();
        int x = 500;
        int y = 500;
        while (x > 0 && y > 0 && x < 1000 && y < 1000) {
            if (random.nextBoolean()) {
                x += random.nextBoolean() ? 1 : -1;
            } else {
                y += random.nextBoolean() ? 1 : -1;
            }
        }
        assert x > 0 : "left";
    }
}
