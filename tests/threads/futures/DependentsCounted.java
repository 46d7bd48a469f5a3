//@ outputs: 0 | 1
//@ expect: holds
// Who looks at the list of stages may meet one that is put there after the result has come, and is about to run.
import java.util.concurrent.CompletableFuture;

public class DependentsCounted {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        Thread other = new Thread(() -> {
            future.thenAccept(text -> {});
        });
        other.start();
        future.complete("done");
        int dependents = future.getNumberOfDependents();
        other.join();
        System.out.println(dependents);
    }
}
