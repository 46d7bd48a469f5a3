//@ check: --search dfs
//@ expect: exception
// The reference is cleared between the test and the use in one schedule only.

public class UncaughtDependsOnOrder {
    static volatile String text = "text";

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            if (text != null) {
                text.length();
            }
        });
        thread.start();
        text = null;
        thread.join();
    }
}
