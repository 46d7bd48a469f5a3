//@ outputs: - | 0 | 1
//@ expect: holds
// What a selector's key waits for is set by one thread and read by another: before, after, or not at all.
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

public class InterestOfKey {
    static volatile boolean begun;

    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        SelectionKey key = pipe.source().register(Selector.open(), 0);
        Thread other = new Thread(() -> {
            begun = true;
            key.interestOps(SelectionKey.OP_READ);
        });
        other.start();
        String seen = begun ? "" + key.interestOps() : "-";
        other.join();
        System.out.println(seen);
    }
}
