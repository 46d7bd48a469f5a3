import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;

/** What datagram sockets are bound to before, while and after they are connected, and ports that several of them share. */
public class DatagramAddresses {
    static void told(String what, DatagramSocket socket) {
        InetAddress address = socket.getLocalAddress();
        System.out.println(what + " any=" + address.isAnyLocalAddress() + " loopback=" + address.isLoopbackAddress() + " connected=" + socket.isConnected());
    }

    public static void main(String[] args) throws Exception {
        InetSocketAddress far = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1234);
        try (DatagramSocket socket = new DatagramSocket(); DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(0))) {
            int port = socket.getLocalPort();
            for (int round = 0; round < 2; round++) {
                told("socket", socket);
                told("channel", channel.socket());
                socket.connect(far);
                channel.connect(far);
                told("socket", socket);
                told("channel", channel.socket());
                socket.disconnect();
                channel.disconnect();
                System.out.println(port == socket.getLocalPort());
            }
            told("socket", socket);
            told("channel", channel.socket());
        }
        MulticastSocket first = new MulticastSocket(0);
        MulticastSocket second = new MulticastSocket(first.getLocalPort());
        System.out.println(first.getOption(StandardSocketOptions.SO_REUSEADDR) + " " + (first.getLocalPort() == second.getLocalPort()));
        try (DatagramSocket third = new DatagramSocket(first.getLocalPort())) {
            System.out.println("bound");
        } catch (BindException e) {
            System.out.println(e.getMessage());
        }
        first.close();
        second.close();
    }
}
