import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** States that become larger and larger. */
public class GrowingHeap {
    public static void main(String[] args) {
        Random random = new Random();
        List<int[]> pieces = new ArrayList<>();
        while (true) {
            int[] piece = new int[5000];
            for (int index = 0; index < piece.length; index++) {
                piece[index] = pieces.size() * index + (random.nextInt(3) << index % 20);
                if (index > 3) {
                    piece[index] = piece[index - 1] * 31 + 7;
                }
            }
            pieces.add(piece);
        }
    }
}
