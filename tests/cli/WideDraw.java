import java.util.Random;

/** A range that nobody can enumerate, of which only the lowest bits matter. */
public class WideDraw {
    static boolean isThree;

    public static void main(String[] args) {
        int drawn = new Random().nextInt(1 << 30);
        isThree = drawn % 8 == 3;
    }
}
