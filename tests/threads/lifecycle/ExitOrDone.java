//@ check: --search dfs
//@ expect: holds
// The other thread prints before, after, or not at all.

public class ExitOrDone {
    public static void main(String[] args) {
        new Thread(() -> System.out.print("done ")).start();
        System.out.print("exit");
        System.exit(0);
    }
}
