//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 2 done
// A SubmissionPublisher delivers items in order and then onComplete.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SubmissionPublisher;

public class Publisher {
    public static void main(String[] args) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        StringBuffer text = new StringBuffer();
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, 4)) {
            publisher.consume(item -> text.append(item).append(' ')).thenRun(done::countDown);
            publisher.submit(1);
            publisher.submit(2);
        }
        done.await();
        System.out.println(text + "done");
    }
}
