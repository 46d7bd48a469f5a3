//@ check:
//@ expect: holds
//@ outputs: - | true | false

// A question whose name is put together as the program runs, so that no class mentions it. The flag may be up though the thread has not ended.
public class AliveByAnyName {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        String name = new StringBuilder("evilAsi").reverse().toString();
        Thread thread = new Thread(() -> flag = true);
        thread.start();
        System.out.println(flag ? Thread.class.getMethod(name).invoke(thread) : "-");
        thread.join();
    }
}
