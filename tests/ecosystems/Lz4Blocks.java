//@ library: lz4
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;

/** A library with a native part, which it does without where it must: blocks and hashes are the same. */
public class Lz4Blocks {
    public static void main(String[] args) {
        byte[] text = "what is said twice is said twice; ".repeat(40).getBytes(StandardCharsets.UTF_8);
        LZ4Factory factory = LZ4Factory.fastestInstance();
        byte[] block = factory.fastCompressor().compress(text);
        System.out.println(block.length < text.length);
        System.out.println(Arrays.equals(text, factory.fastDecompressor().decompress(block, text.length)));
        System.out.println(Arrays.equals(text, factory.safeDecompressor().decompress(factory.highCompressor(9).compress(text), text.length)));
        XXHashFactory hashes = XXHashFactory.fastestInstance();
        System.out.println(hashes.hash32().hash(text, 0, text.length, 7));
        System.out.println(hashes.hash64().hash(text, 3, 90, -1L));
        try {
            factory.fastDecompressor().decompress(new byte[] {-1, -1, 3}, 100);
        } catch (RuntimeException damaged) {
            System.out.println(damaged.getClass().getSimpleName());
        }
    }
}
