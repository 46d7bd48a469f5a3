//@ check:
//@ expect: holds
// Names are looked up by the library, which keeps what it found for a while; that must not set apart what is the same.

import java.net.InetAddress;
public class NamesOfHosts {
    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[2];
        int[] x = new int[1];
        for (int i = 0; i < 2; i++) {
            ts[i] = new Thread(() -> {
                try {
                    x[0]++;
                    assert InetAddress.getByName("localhost").isLoopbackAddress();
                    x[0]++;
                } catch (Exception e) { throw new AssertionError(e); }
            });
            ts[i].start();
        }
        for (Thread t : ts) t.join();
    }
}
