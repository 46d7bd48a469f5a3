import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Levels and strategies of compression that change before and while data are compressed. */
public class ZipLevels {
    public static void main(String[] args) throws Exception {
        byte[] data = "hello hello hello hello world world".repeat(50).getBytes();
        byte[] out = new byte[4000];
        for (int level = 0; level <= 9; level++) {
            Deflater deflater = new Deflater();
            deflater.setLevel(level);
            deflater.setInput(data);
            deflater.finish();
            // The first call sets the level, and does nothing else.
            int first = deflater.deflate(out);
            int second = deflater.deflate(out, first, out.length - first);
            System.out.println(level + " " + first + " " + second + " " + deflater.finished() + " " + Arrays.hashCode(Arrays.copyOf(out, first + second)));
        }
        for (int strategy : new int[] {Deflater.FILTERED, Deflater.HUFFMAN_ONLY}) {
            Deflater deflater = new Deflater(1);
            deflater.setStrategy(strategy);
            System.out.println(roundTrip(deflater, data, out, -1));
        }
        for (int later = 0; later <= 9; later++) {
            System.out.println(later + " " + roundTrip(new Deflater(1), data, out, later));
        }
    }

    private static boolean roundTrip(Deflater deflater, byte[] data, byte[] out, int later) throws Exception {
        int made = 0;
        deflater.setInput(data, 0, 700);
        while (!deflater.needsInput()) {
            made += deflater.deflate(out, made, out.length - made);
        }
        if (later >= 0) {
            deflater.setLevel(later);
        }
        deflater.setInput(data, 700, data.length - 700);
        deflater.finish();
        while (!deflater.finished()) {
            made += deflater.deflate(out, made, out.length - made);
        }
        Inflater inflater = new Inflater();
        inflater.setInput(out, 0, made);
        byte[] back = new byte[data.length];
        return inflater.inflate(back) == data.length && Arrays.equals(back, data);
    }
}
