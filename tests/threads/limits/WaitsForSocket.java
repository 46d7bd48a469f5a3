//@ check: --search dfs
//@ expect: unsupported
//@ exit: 4
// Blocking on a real socket is not modelled: the path stops with the name of what is missing.

public class WaitsForSocket {
    public static void main(String[] args) throws Exception {
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
            new Thread(() -> { }).start();
            socket.accept();
        }
    }
}
