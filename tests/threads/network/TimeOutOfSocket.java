//@ outputs: 0 | 500
//@ expect: holds
// Datagram sockets keep their time-outs in an adaptor of the JDK's own.
import java.net.DatagramSocket;

public class TimeOutOfSocket {
    public static void main(String[] args) throws Exception {
        DatagramSocket socket = new DatagramSocket();
        Thread other = new Thread(() -> {
            try {
                socket.setSoTimeout(500);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        other.start();
        int time = socket.getSoTimeout();
        other.join();
        System.out.println(time);
    }
}
