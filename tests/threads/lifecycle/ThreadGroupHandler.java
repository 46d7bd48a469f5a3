//@ check: --search dfs
//@ expect: holds
//@ outputs: group caught boom
// A thread group may override uncaughtException.

public class ThreadGroupHandler {
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("group") {
            @Override
            public void uncaughtException(Thread thread, Throwable e) {
                System.out.println(getName() + " caught " + e.getMessage());
            }
        };
        Thread thread = new Thread(group, () -> {
            throw new IllegalStateException("boom");
        });
        thread.start();
        thread.join();
    }
}
