//@ library: netty
import io.netty.bootstrap.*; import io.netty.buffer.*; import io.netty.channel.*; import io.netty.channel.nio.*; import io.netty.channel.socket.*; import io.netty.channel.socket.nio.*; import io.netty.handler.codec.*; import io.netty.handler.codec.string.*; import java.util.concurrent.*;
/** Netty: a server that echoes lines in capitals, and its client, on the loopback address. */
public class NettyEcho {
  public static void main(String[] args) throws Exception {
    EventLoopGroup g = new NioEventLoopGroup(1);
    Channel s = new ServerBootstrap().group(g).channel(NioServerSocketChannel.class).childHandler(new ChannelInitializer<SocketChannel>() { protected void initChannel(SocketChannel c) { c.pipeline().addLast(new LineBasedFrameDecoder(80), new StringDecoder(), new StringEncoder(), new SimpleChannelInboundHandler<String>() { protected void channelRead0(ChannelHandlerContext x, String m) { x.writeAndFlush(m.toUpperCase() + "\n"); } }); } }).bind("localhost", 0).sync().channel();
    BlockingQueue<String> got = new LinkedBlockingQueue<>();
    Channel c = new Bootstrap().group(g).channel(NioSocketChannel.class).handler(new ChannelInitializer<SocketChannel>() { protected void initChannel(SocketChannel x) { x.pipeline().addLast(new LineBasedFrameDecoder(80), new StringDecoder(), new StringEncoder(), new SimpleChannelInboundHandler<String>() { protected void channelRead0(ChannelHandlerContext y, String m) { got.add(m); } }); } }).connect(s.localAddress()).sync().channel();
    for (String m : new String[] {"one", "two"}) { c.writeAndFlush(m + "\n"); System.out.println(got.take()); }
    c.close().sync(); s.close().sync(); g.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync(); System.out.println("closed");
  }
}
