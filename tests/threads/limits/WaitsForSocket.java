//@ check: --search dfs
//@ expect: deadlock
//@ message: waits for ever
// Nobody ever connects: the network is part of the program's state, and there is nobody else on it.

public class WaitsForSocket {
    public static void main(String[] args) throws Exception {
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
            new Thread(() -> { }).start();
            socket.accept();
        }
    }
}
