//@ args: 2
//@ expect: deadlock
//@ large: 5
//@ source: after the class-loading deadlocks reported against build tools that compile modules in parallel

/**
 * A build compiles modules on demand, each under its own lock, as a script compiler's class loader does.
 *
 * <p>Deadlock: modules import each other in a ring; each thread compiles one and asks for the next, which another thread is
 * compiling. Argument: modules, one thread each.
 */
public class BuildRace {
  static class Module {
    private Module imported;
    private boolean started;
    private boolean compiled;

    synchronized void compile() {
      if (started) {
        return;
      }
      started = true;
      imported.compile();
      compiled = true;
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
    for (Module module : modules) {
      new Thread(module::compile).start();
    }
  }
}
