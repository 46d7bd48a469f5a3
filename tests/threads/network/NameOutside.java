//@ check:
//@ expect: unsupported
//@ message: outside
// Whether a machine of that name exists, and where, is not the program's to say.

import java.net.InetAddress;

public class NameOutside {
    public static void main(String[] args) throws Exception {
        assert !InetAddress.getByName("www.example.com").isLoopbackAddress();
    }
}
