//@ args: 2
//@ expect: holds
//@ large: 4
//@ source: after the class-loading deadlocks reported against build tools that compile modules in parallel

/**
 * {@link BuildRace} with one lock for the whole compilation unit; every module is compiled exactly once.
 *
 * <p>Argument: modules, one thread each.
 */
public class BuildRaceRepaired {
  static final Object unit = new Object();
  static int compilations;

  static class Module {
    private Module imported;
    private boolean started;

    void compile() {
      synchronized (unit) {
        if (started) {
          return;
        }
        started = true;
        imported.compile();
        compilations++;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    Module[] modules = new Module[count];
    for (int i = 0; i < count; i++) {
      modules[i] = new Module();
    }
    for (int i = 0; i < count; i++) {
      modules[i].imported = modules[(i + 1) % count];
    }
    Thread[] threads = new Thread[count];
    for (int i = 0; i < count; i++) {
      threads[i] = new Thread(modules[i]::compile);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assert compilations == count;
  }
}
