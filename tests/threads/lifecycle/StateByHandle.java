//@ check:
//@ expect: holds
//@ outputs: - | RUNNABLE | TERMINATED

// The same by a method handle: a thread that has raised the flag has ended, or has not.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class StateByHandle {
    static volatile boolean flag;

    public static void main(String[] args) throws Throwable {
        String name = new StringBuilder("etatSteg").reverse().toString();
        MethodHandle state = MethodHandles.lookup().findVirtual(Thread.class, name, MethodType.methodType(Thread.State.class));
        Thread thread = new Thread(() -> flag = true);
        thread.start();
        System.out.println(flag ? (Object) state.invoke(thread) : "-");
        thread.join();
    }
}
