//@ expect: holds
//@ outputs: null | x
// A time-out may fire at any moment, so that the queue may still be empty; one that fires late finds what was put.

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

public class PatientPoll {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> queue.add("x")).start();
        System.out.println(queue.poll(1, TimeUnit.SECONDS));
    }
}
