/** Traces show the native methods through which reflection and initialisation went. */
public class NativeFramesShown {
    static class Failing {
        static int value = fail();

        static int fail() {
            throw new IllegalStateException("why");
        }
    }

    static void show(Throwable e) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            System.out.println(at);
            for (StackTraceElement element : at.getStackTrace()) System.out.println("  " + element.getMethodName() + " " + element.isNativeMethod());
        }
    }

    public static void main(String[] args) {
        for (int times = 0; times < 2; times++) {
            try {
                Class.forName("NativeFramesShown$Failing");
            } catch (Throwable e) {
                show(e);
            }
        }
    }
}
