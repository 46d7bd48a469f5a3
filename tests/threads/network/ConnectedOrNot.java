//@ outputs: false | true
//@ expect: holds
// Whether a channel is connected is a matter of when one asks.
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;

public class ConnectedOrNot {
    public static void main(String[] args) throws Exception {
        DatagramChannel channel = DatagramChannel.open();
        Thread other = new Thread(() -> {
            try {
                channel.connect(new InetSocketAddress("127.0.0.1", 9));
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        other.start();
        boolean connected = channel.isConnected();
        other.join();
        System.out.println(connected);
    }
}
