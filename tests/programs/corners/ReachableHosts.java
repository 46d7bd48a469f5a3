import java.net.InetAddress;

/** The machine itself can be reached. */
public class ReachableHosts {
    public static void main(String[] args) throws Exception {
        System.out.println(InetAddress.getLoopbackAddress().isReachable(500));
        System.out.println(InetAddress.getByName("localhost").isReachable(500));
        System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).isReachable(null, 1, 500));
    }
}
