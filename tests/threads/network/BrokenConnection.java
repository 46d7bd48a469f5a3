//@ check: --net-faults
//@ expect: exception
// The program does not count on a connection that breaks.

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class BrokenConnection {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread sender = new Thread(() -> {
            try (Socket socket = server.accept()) {
                socket.getOutputStream().write(7);
            } catch (IOException e) {
                // It has done what it could.
            }
        });
        sender.start();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            int read = socket.getInputStream().read();
            assert read == 7;
        }
        sender.join();
    }
}
