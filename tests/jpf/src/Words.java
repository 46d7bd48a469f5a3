/** Counts the words of its first argument; the second says how many there must be. */
public class Words {
    static int words;

    public static void main(String[] args) {
        words = args[0].split(" ").length;
        assert args.length == 2 && words == Integer.parseInt(args[1]);
    }
}
