//@ library: undertow

import io.undertow.*;
import io.undertow.util.*;
import java.net.*;
import java.net.http.*;

/** A server of Undertow, asked by the JDK's client. */
public class UndertowEcho {
    public static void main(String[] a) throws Exception {
        Undertow u = Undertow.builder().addHttpListener(0, "127.0.0.1").setIoThreads(2).setWorkerThreads(2).setHandler(e -> {
            e.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
            e.getResponseSender().send("hello " + e.getRequestPath() + " " + e.getQueryParameters());
        }).build();
        u.start();
        int port = ((InetSocketAddress) u.getListenerInfo().get(0).getAddress()).getPort();
        URL url = new URL("http://127.0.0.1:" + port + "/a/b?x=1&y=2");
        HttpURLConnection c = (HttpURLConnection) url.openConnection();
        System.out.println(c.getResponseCode() + " " + c.getContentType());
        System.out.println(new String(c.getInputStream().readAllBytes()));
        u.stop();
        System.out.println("stopped");
    }
}
