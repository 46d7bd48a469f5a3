//@ check:
//@ expect: unsupported
//@ message: outside
// Addresses of other machines are no part of the program.

import java.net.InetAddress;
import java.net.Socket;

public class OutsideAddress {
    public static void main(String[] args) throws Exception {
        InetAddress address = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        new Socket(address, 80).close();
    }
}
