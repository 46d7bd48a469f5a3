//@ library: vertx

import io.vertx.core.*;
import io.vertx.core.http.*;
import io.vertx.core.json.*;
import java.util.*;
import java.util.concurrent.*;

/** An event bus, work that blocks, a timer, a server and its client. */
public class VertxEvents {
    public static void main(String[] a) throws Exception {
        io.vertx.core.Vertx v = io.vertx.core.Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
        CountDownLatch l = new CountDownLatch(3);
        List<String> got = Collections.synchronizedList(new ArrayList<>());
        v.eventBus().<JsonObject>consumer("add", m -> m.reply(new JsonObject().put("sum", m.body().getInteger("a") + m.body().getInteger("b"))));
        v.eventBus().<JsonObject>request("add", new JsonObject().put("a", 3).put("b", 4)).onComplete(r -> {
            got.add("bus " + r.result().body().encode());
            l.countDown();
        });
        v.executeBlocking(() -> 6 * 7).onSuccess(x -> {
            got.add("blocking " + x);
            l.countDown();
        });
        v.setTimer(5, id -> {
            got.add("timer");
            l.countDown();
        });
        l.await();
        Collections.sort(got);
        System.out.println(got);
        CompletableFuture<String> f = new CompletableFuture<>();
        HttpServer s = v.createHttpServer().requestHandler(q -> q.body().onSuccess(b -> q.response().putHeader("x-m", q.method().name()).end("echo " + q.path() + " " + b)));
        s.listen(0, "127.0.0.1").onComplete(r -> {
            if (r.failed()) {
                f.completeExceptionally(r.cause());
                return;
            }
            HttpClient c = v.createHttpClient();
            c.request(HttpMethod.POST, r.result().actualPort(), "127.0.0.1", "/hi").compose(q -> q.send("body")).compose(p -> p.body().map(b -> p.statusCode() + " " + p.getHeader("x-m") + " " + b)) .onComplete(x -> {
                if (x.succeeded()) f.complete(x.result());
                else f.completeExceptionally(x.cause());
            });
        });
        System.out.println(f.get(30, TimeUnit.SECONDS));
        CountDownLatch done = new CountDownLatch(1);
        v.close().onComplete(x -> done.countDown());
        done.await();
        System.out.println("closed");
    }
}
