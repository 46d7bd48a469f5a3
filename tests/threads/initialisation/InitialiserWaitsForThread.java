//@ check: --search dfs
//@ expect: deadlock
// A static initialiser joins a thread that needs the class being initialised.

public class InitialiserWaitsForThread {
    static class Config {
        static int value = 1;

        static {
            Thread thread = new Thread(() -> value++);
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Config.value);
    }
}
