//@ check: --search dfs
//@ expect: assertion
// The thread that comes first initialises the class, and its id is what the class remembers: it need not be the main thread's.

public class InitialiserKnowsItsThread {
    static class Owner {
        static final long ID = Thread.currentThread().getId();
    }

    public static void main(String[] args) {
        new Thread(() -> {
            long id = Owner.ID;
        }).start();
        assert Owner.ID == Thread.currentThread().getId();
    }
}
