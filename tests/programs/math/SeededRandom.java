import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
public class SeededRandom {
    public static void main(String[] args) {
        Random r = new Random(42);
        for (int i = 0; i < 5; i++) System.out.print(r.nextInt() + " ");
        System.out.println();
        for (int i = 0; i < 5; i++) System.out.print(r.nextInt(100) + " " + r.nextInt(64) + " ");
        System.out.println();
        System.out.println(r.nextLong() + " " + r.nextDouble() + " " + r.nextFloat() + " " + r.nextBoolean() + " " + r.nextGaussian() + " " + r.nextGaussian());
        byte[] bytes = new byte[7];
        r.nextBytes(bytes);
        for (byte b : bytes) System.out.print(b + " ");
        System.out.println();
        System.out.println(r.ints(6, 0, 10).boxed().collect(Collectors.toList()));
        System.out.println(r.doubles(3).boxed().collect(Collectors.toList()));
        r.setSeed(7);
        System.out.println(r.nextInt(5, 10) + " " + r.nextInt(Integer.MAX_VALUE));
        try {
            r.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        SplittableRandom s = new SplittableRandom(99);
        System.out.println(s.nextInt() + " " + s.nextLong() + " " + s.nextInt(10) + " " + s.split().nextInt(1000) + " " + s.nextDouble());
        int[] hist = new int[6];
        Random d = new Random(1);
        for (int i = 0; i < 6000; i++) hist[d.nextInt(6)]++;
        System.out.println(java.util.Arrays.toString(hist));
    }
}
