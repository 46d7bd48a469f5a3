//@ check:
//@ expect: holds
//@ outputs: ab | ba
// Two clients connect; the server meets them in either order.

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class WhoIsAcceptedFirst {
    static void call(int port, char name) {
        try {
            new Socket(InetAddress.getLoopbackAddress(), port).getOutputStream().write(name);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
        int port = server.getLocalPort();
        Thread first = new Thread(() -> call(port, 'a'));
        Thread second = new Thread(() -> call(port, 'b'));
        first.start();
        second.start();
        String order = "";
        for (int i = 0; i < 2; i++) {
            order += (char) server.accept().getInputStream().read();
        }
        System.out.println(order);
        first.join();
        second.join();
    }
}
