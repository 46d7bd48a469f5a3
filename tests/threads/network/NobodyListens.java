//@ check:
//@ expect: exception
//@ message: Connection refused
// Nobody listens at the port any more.

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class NobodyListens {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        int port = server.getLocalPort();
        server.close();
        new Socket(InetAddress.getLoopbackAddress(), port).close();
    }
}
