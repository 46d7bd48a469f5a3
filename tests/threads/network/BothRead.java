//@ check:
//@ expect: deadlock
// Client and server each wait for the other to speak first.

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class BothRead {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread other = new Thread(() -> {
            try (Socket socket = server.accept()) {
                socket.getInputStream().read();
                socket.getOutputStream().write(1);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            socket.getInputStream().read();
            socket.getOutputStream().write(1);
        }
        other.join();
    }
}
