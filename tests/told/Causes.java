//@ told: at Causes.main(Causes.java:24)
//@ told: Caused by: java.lang.IllegalStateException: nothing was loaded
//@ told: at Causes.load(Causes.java:12)
import java.util.concurrent.CompletableFuture;

/** What went wrong in another thread is the cause of what is thrown here. */
public class Causes {
  static volatile String config;

  static String load() {
    if (config == null) {
      throw new IllegalStateException("nothing was loaded");
    }
    return config;
  }

  public static void main(String[] args) throws Exception {
    Thread loader = new Thread(() -> config = "x", "loader");
    loader.start();
    CompletableFuture<String> later = new CompletableFuture<>();
    try {
      later.complete(load());
    } catch (IllegalStateException missing) {
      throw new Exception("no configuration", missing);
    }
    System.out.println(later.get());
  }
}
