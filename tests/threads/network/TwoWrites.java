//@ check:
//@ expect: holds
//@ outputs: 1 | 2
// What was written by two calls is read by one as far as it has come.

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class TwoWrites {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread reader = new Thread(() -> {
            try (Socket socket = server.accept()) {
                System.out.println(socket.getInputStream().read(new byte[8]));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        reader.start();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            socket.getOutputStream().write('a');
            socket.getOutputStream().write('b');
            reader.join();
        }
    }
}
