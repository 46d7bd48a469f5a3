//@ check: --search dfs
//@ expect: holds
//@ outputs: 200
// As many threads as never could be alive at once, one after the other.

public class HundredsOneAfterTheOther {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 200; i++) {
            Thread thread = new Thread(HundredsOneAfterTheOther::increment);
            thread.start();
            thread.join();
        }
        System.out.println(count);
    }
}
