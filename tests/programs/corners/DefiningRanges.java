/** `defineClass` with ranges beyond its array, and with bytes that are no class. */
public class DefiningRanges {
    static class Own extends ClassLoader {
        Class<?> define(byte[] bytes, int from, int length) {
            return defineClass(null, bytes, from, length);
        }
    }

    public static class Small { }

    static void define(byte[] bytes, int from, int length) {
        try {
            System.out.println(new Own().define(bytes, from, length).getName());
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = DefiningRanges.class.getResourceAsStream("DefiningRanges$Small.class").readAllBytes();
        define(new byte[10], 5, 20);
        define(new byte[10], -1, 5);
        define(new byte[10], 0, -5);
        define(null, 0, 0);
        define(new byte[10], Integer.MAX_VALUE, 5);
        define(bytes, 0, bytes.length);
        byte[] shifted = new byte[bytes.length + 7];
        System.arraycopy(bytes, 0, shifted, 4, bytes.length);
        define(shifted, 4, bytes.length);
    }
}
