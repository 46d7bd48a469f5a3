import java.util.Random;

/** Nothing is wrong here, and there is little to look at. */
public class Small {
    public static void main(String[] args) {
        assert new Random().nextInt(6) < 6;
    }
}
