//@ library: coroutines
import kotlin.Unit; import kotlin.coroutines.EmptyCoroutineContext; import kotlinx.coroutines.*; import kotlinx.coroutines.future.FutureKt; import java.util.concurrent.*;
/** Kotlin's coroutines called from Java: runBlocking, launch, async, dispatchers, futures. */
public class CoroutinesKotlin {
  public static void main(String[] args) throws Exception {
    CompletableFuture<Integer> sum = new CompletableFuture<>();
    BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, k) -> {
      BuildersKt.launch(scope, EmptyCoroutineContext.INSTANCE, CoroutineStart.DEFAULT, (s, c) -> { System.out.println("launched"); return Unit.INSTANCE; });
      Deferred<Integer> d = BuildersKt.async(scope, Dispatchers.getDefault(), CoroutineStart.DEFAULT, (s, c) -> 42);
      FutureKt.asCompletableFuture(d).thenAccept(sum::complete);
      return Unit.INSTANCE;
    });
    System.out.println(sum.get());
    Job job = BuildersKt.launch(GlobalScope.INSTANCE, Dispatchers.getDefault(), CoroutineStart.LAZY, (s, c) -> { System.out.println("lazy"); return Unit.INSTANCE; });
    System.out.println(job.isActive()); job.start(); while (!job.isCompleted()) Thread.sleep(1); System.out.println(job.isCompleted() + " " + job.isCancelled());
  }
}
