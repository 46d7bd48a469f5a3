//@ outputs: false | true
//@ expect: holds
// What one thread sets of a socket another one reads.
import java.net.DatagramSocket;

public class OptionOfSocket {
    public static void main(String[] args) throws Exception {
        DatagramSocket socket = new DatagramSocket();
        Thread other = new Thread(() -> {
            try {
                socket.setReuseAddress(true);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        other.start();
        boolean reused = socket.getReuseAddress();
        other.join();
        System.out.println(reused);
    }
}
