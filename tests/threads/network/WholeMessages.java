//@ check: --net-faults
//@ expect: holds
// A receiver that reads until the message is whole, and takes a broken connection for what it is.

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class WholeMessages {
    static final byte[] MESSAGE = {1, 2, 3};

    static void receive(ServerSocket server) {
        byte[] buffer = new byte[MESSAGE.length];
        int count = 0;
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            while (count < buffer.length) {
                int now = in.read(buffer, count, buffer.length - count);
                if (now < 0) {
                    return;
                }
                count += now;
            }
        } catch (IOException broken) {
            return;
        }
        assert count == MESSAGE.length && buffer[2] == 3;
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
