//@ check: --search dfs
//@ expect: holds
//@ outputs: parent
// An InheritableThreadLocal is copied when the child is created, not when it reads.

public class InheritedThreadLocal {
    static final InheritableThreadLocal<String> name = new InheritableThreadLocal<>();

    public static void main(String[] args) throws Exception {
        name.set("parent");
        Thread child = new Thread(() -> System.out.println(name.get()));
        name.set("changed");
        child.start();
        child.join();
    }
}
