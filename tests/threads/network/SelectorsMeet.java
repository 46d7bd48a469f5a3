//@ check:
//@ expect: holds
// A server and a client that block nowhere but in their selectors: whoever comes first, a question gets its answer.

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

public class SelectorsMeet {
    public static void main(String[] args) throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
        InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
        Thread answering = new Thread(() -> {
            try (Selector selector = Selector.open()) {
                server.register(selector, SelectionKey.OP_ACCEPT);
                await(selector, SelectionKey.OP_ACCEPT);
                SocketChannel channel = server.accept();
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ);
                await(selector, SelectionKey.OP_READ);
                ByteBuffer question = ByteBuffer.allocate(8);
                assert channel.read(question) == 1;
                channel.write(ByteBuffer.wrap(new byte[] {(byte) (question.get(0) + 1)}));
                channel.close();
                server.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        answering.start();
        try (Selector selector = Selector.open(); SocketChannel channel = SocketChannel.open()) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
            channel.connect(address);
            await(selector, SelectionKey.OP_CONNECT);
            assert channel.finishConnect();
            channel.write(ByteBuffer.wrap(new byte[] {41}));
            key.interestOps(SelectionKey.OP_READ);
            await(selector, SelectionKey.OP_READ);
            ByteBuffer answer = ByteBuffer.allocate(8);
            assert channel.read(answer) == 1 && answer.get(0) == 42;
        }
        answering.join();
    }

    private static void await(Selector selector, int operation) throws IOException {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
            assert (key.readyOps() & operation) != 0;
        }
        selector.selectedKeys().clear();
    }
}
