//@ check: --search dfs
//@ expect: holds
//@ outputs: ABaCbc | ABaCcb | ABabCc | ABbCac | ABbCca | ABbaCc | ACaBbc | ACaBcb | ACacBb | ACcBab | ACcBba | ACcaBb | AaBCbc | AaBCcb | AaBbCc | AaCBbc | AaCBcb | AaCcBb | BAaCbc | BAaCcb | BAabCc | BAbCac | BAbCca | BAbaCc | BCbAac | BCbAca | BCbcAa | BCcAab | BCcAba | BCcbAa | BbACac | BbACca | BbAaCc | BbCAac | BbCAca | BbCcAa | CAaBbc | CAaBcb | CAacBb | CAcBab | CAcBba | CAcaBb | CBbAac | CBbAca | CBbcAa | CBcAab | CBcAba | CBcbAa | CcABab | CcABba | CcAaBb | CcBAab | CcBAba | CcBbAa
// Two permits for three: upper case on entering, lower case on leaving; never three inside.
// Outcomes by ../interleaver.py, which counts 619 states and 2550 complete paths in its own model of the same steps.

import java.util.concurrent.Semaphore;

public class LettersWithSemaphore {
    static final Semaphore permits = new Semaphore(2);

    static void section(String entering, String leaving) throws InterruptedException {
        permits.acquire();
        System.out.print(entering);
        System.out.print(leaving);
        permits.release();
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

    static void together(Body... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = spawn(bodies[i]);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws Exception {
        together(() -> section("A", "a"), () -> section("B", "b"), () -> section("C", "c"));
    }
}
