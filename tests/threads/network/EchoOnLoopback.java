//@ check:
//@ expect: holds
// A server that sends back what it gets, and a client: whoever comes first, the answer is the question.

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class EchoOnLoopback {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread echo = new Thread(() -> {
            try (Socket socket = server.accept()) {
                InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream();
                for (int next = in.read(); next != -1; next = in.read()) {
                    out.write(next);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        echo.start();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            socket.getOutputStream().write('a');
            socket.getOutputStream().write('b');
            socket.shutdownOutput();
            byte[] answer = socket.getInputStream().readAllBytes();
            assert answer.length == 2 && answer[0] == 'a' && answer[1] == 'b';
        }
        echo.join();
        server.close();
    }
}
