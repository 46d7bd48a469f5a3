//@ check: --search dfs
//@ expect: holds
//@ outputs: true
// No two threads have the same id, the main thread's included.

public class IdsAreDistinct {
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> {});
        Thread b = new Thread(() -> {});
        long main = Thread.currentThread().getId();
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(main != a.getId() && main != b.getId() && a.getId() != b.getId());
    }
}
