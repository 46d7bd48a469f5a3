//@ outputs: after | before
//@ expect: holds
// A switch point is thrown once, for all who are guarded by it.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.SwitchPoint;

public class GuardInvalidated {
    public static void main(String[] args) throws Throwable {
        SwitchPoint point = new SwitchPoint();
        MethodHandle before = MethodHandles.constant(String.class, "before");
        MethodHandle after = MethodHandles.constant(String.class, "after");
        MethodHandle guarded = point.guardWithTest(before, after);
        Thread other = new Thread(() -> {
            SwitchPoint.invalidateAll(new SwitchPoint[] {point});
        });
        other.start();
        String seen = (String) guarded.invokeExact();
        other.join();
        System.out.println(seen);
    }
}
