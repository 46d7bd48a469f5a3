//@ check: --search dfs
//@ expect: holds
//@ outputs: | a
// System.exit ends the program whatever the other thread does.

public class ExitCutsOff {
    public static void main(String[] args) throws Exception {
        new Thread(() -> System.out.print("a")).start();
        System.exit(0);
    }
}
