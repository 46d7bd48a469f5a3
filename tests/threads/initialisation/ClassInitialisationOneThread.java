//@ check: --search dfs
//@ expect: holds
//@ outputs: 3 1
// The same cycle in one thread: recursive requests return at once and see default values (JLS 12.4.2, step 3).

public class ClassInitialisationOneThread {
    static class A {
        static int value = B.value + 2;
    }

    static class B {
        static int value = A.value + 1;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(A.value + " " + B.value);
    }
}
