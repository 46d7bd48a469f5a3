//@ check:
//@ expect: holds
// Nobody is in a domain that is kept free, and an address that is unresolved is not connected to.

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

public class NoName {
    public static void main(String[] args) {
        try {
            InetAddress.getByName("nobody.invalid");
            throw new AssertionError();
        } catch (UnknownHostException expected) {
            assert new InetSocketAddress("nobody.invalid", 80).isUnresolved();
        }
    }
}
