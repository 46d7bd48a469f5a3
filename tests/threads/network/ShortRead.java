//@ check: --net-faults
//@ expect: assertion
// A read may bring less than was written; this program takes that for the whole message.

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class ShortRead {
    static final byte[] MESSAGE = {1, 2, 3};

    static void receive(ServerSocket server) {
        byte[] buffer = new byte[MESSAGE.length];
        int count;
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            count = in.read(buffer);
        } catch (IOException broken) {
            return;
        }
        assert count == MESSAGE.length : "only " + count + " of " + MESSAGE.length + " bytes";
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread receiver = new Thread(() -> receive(server));
        receiver.start();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            socket.getOutputStream().write(MESSAGE);
        } catch (IOException broken) {
            // The other side notices as well.
        }
        receiver.join();
    }
}
