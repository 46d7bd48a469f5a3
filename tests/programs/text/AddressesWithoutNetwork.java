import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Addresses written in digits need no network. */
public class AddressesWithoutNetwork {
    public static void main(String[] args) throws UnknownHostException {
        for (String text : new String[] {"127.0.0.1", "10.1.2.3", "::1", "fe80::1:2", "224.0.0.1", "0.0.0.0"}) {
            InetAddress address = InetAddress.getByName(text);
            System.out.println(address.getHostAddress() + " " + address + " " + address.getAddress().length + " "
                + address.isLoopbackAddress() + address.isMulticastAddress() + address.isSiteLocalAddress()
                + address.isAnyLocalAddress() + address.isLinkLocalAddress() + " " + address.hashCode());
        }
        InetAddress made = InetAddress.getByAddress("name", new byte[] {1, 2, 3, (byte) 200});
        System.out.println(made + " " + made.equals(InetAddress.getByName("1.2.3.200")));
        System.out.println(InetAddress.getLoopbackAddress());
        InetSocketAddress socket = new InetSocketAddress("127.0.0.1", 8080);
        System.out.println(socket + " " + socket.isUnresolved() + " " + InetSocketAddress.createUnresolved("x.y", 1));
        try {
            InetAddress.getByAddress(new byte[3]);
        } catch (UnknownHostException unknown) {
            System.out.println(unknown.getMessage());
        }
    }
}
