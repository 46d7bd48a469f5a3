//@ args: 3 1
//@ expect: deadlock
//@ large: 5 4
//@ source: after G. R. Andrews, Concurrent Programming: Principles and Practice, Benjamin/Cummings 1991 (replicated workers)

/**
 * Workers take tasks from a shared pool until all of them are idle at once and no task is left.
 *
 * <p>Deadlock: the last worker to become idle ends the work but wakes only one of the others. Arguments: workers, tasks.
 */
public class ReplicatedWorkers {
  private final int workers;
  private int tasks;
  private int idle;
  private boolean finished;

  ReplicatedWorkers(int workers, int tasks) {
    this.workers = workers;
    this.tasks = tasks;
  }

  /** Gives a task, or false when there will never be another. */
  synchronized boolean take() throws InterruptedException {
    idle++;
    if (tasks == 0 && idle == workers) {
      finished = true;
      notify();
    }
    while (tasks == 0 && !finished) {
      wait();
    }
    if (tasks == 0) {
      return false;
    }
    idle--;
    tasks--;
    return true;
  }

  /** A body may block; none of these is meant to be interrupted unless it handles that itself. */
  interface Body {
    void run() throws Exception;
  }

  static Thread spawn(Body body) {
    Thread thread = new Thread(() -> {
      try {
        body.run();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    thread.start();
    return thread;
  }

  public static void main(String[] args) throws Exception {
    int workers = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int tasks = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    ReplicatedWorkers pool = new ReplicatedWorkers(workers, tasks);
    for (int i = 0; i < workers; i++) {
      spawn(() -> {
        while (pool.take()) {
          Thread.yield();
        }
      });
    }
  }
}
