//@ library: pekko

import java.time.Duration;
import java.util.concurrent.*;
import org.apache.pekko.actor.typed.*;
import org.apache.pekko.actor.typed.javadsl.*;

/** An actor that counts, and somebody who asks it. */
public class PekkoActors {
    interface Cmd {} record Add(int n) implements Cmd {} record Get(ActorRef<Integer> to) implements Cmd {} static Behavior<Cmd> counter(int total) {
        return Behaviors.receive(Cmd.class).onMessage(Add.class, m -> counter(total + m.n)).onMessage(Get.class, m -> {
            m.to.tell(total);
            return Behaviors.same();
        }).build();
    }

    public static void main(String[] a) throws Exception {
        ActorSystem<Cmd> s = ActorSystem.create(counter(0), "sys");
        for (int i = 1; i <= 100; i++) s.tell(new Add(i));
        CompletionStage<Integer> f = AskPattern.ask(s, Get::new, Duration.ofSeconds(20), s.scheduler());
        System.out.println(f.toCompletableFuture().get());
        s.terminate();
        s.getWhenTerminated().toCompletableFuture().get();
        System.out.println("down");
    }
}
