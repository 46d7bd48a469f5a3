/** Threads are started for ever, and none needs the others: states grow with every thread, and the limit must hold all the same. */
public class StartsThreadsForEver {
    public static void main(String[] args) {
        while (true) {
            new Thread(() -> {}).start();
        }
    }
}
