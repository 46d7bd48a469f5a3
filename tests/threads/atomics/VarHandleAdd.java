//@ check: --search dfs
//@ expect: holds
//@ outputs: 2
// getAndAdd through a VarHandle of an instance field.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleAdd {
    int value;
    static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(VarHandleAdd.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
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
        VarHandleAdd object = new VarHandleAdd();
        together(() -> VALUE.getAndAdd(object, 1), () -> VALUE.getAndAdd(object, 1));
        System.out.println((int) VALUE.getVolatile(object));
    }
}
