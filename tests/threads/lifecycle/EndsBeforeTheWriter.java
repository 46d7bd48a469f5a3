//@ check: --search dfs
//@ expect: exception
// Nobody waits for anybody, and main may end before the writer has begun: whoever looks at that order alone sees no write
// that main could notice. The writer may also run between the test and the use: name is then null.

public class EndsBeforeTheWriter {
    static String name = "Ada";

    public static void main(String[] args) {
        new Thread(() -> name = null).start();
        if (name != null) {
            System.out.println(name.length());
        }
    }
}
