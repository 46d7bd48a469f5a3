//@ check: --search dfs
//@ expect: holds
//@ outputs: 1
// Thread ids are given out in the order of creation, the same on every path.

public class IdsInOrder {
    static volatile int seen;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> seen++);
        Thread b = new Thread(() -> seen++);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(b.getId() - a.getId());
    }
}
