//@ check: --search dfs
//@ expect: deadlock
// Two threads join each other.

public class JoinEachOther {
    static Thread first;
    static Thread second;

    static void join(boolean theFirst) {
        try {
            (theFirst ? first : second).join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        first = new Thread(() -> join(false));
        second = new Thread(() -> join(true));
        first.start();
        second.start();
    }
}
