//@ check: --search dfs
//@ expect: holds
//@ outputs: main hook
// A shutdown hook runs after main has ended.

public class ShutdownHookRuns {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print("hook")));
        System.out.print("main ");
    }
}
