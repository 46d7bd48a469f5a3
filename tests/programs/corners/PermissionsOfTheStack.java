import java.security.AccessControlException;
import java.security.AccessController;
import java.security.PrivilegedAction;

/** A security manager asks who is on the stack; where the JDK has none any more, that is said. */
@SuppressWarnings("removal")
public class PermissionsOfTheStack {
    static void told(String what, PrivilegedAction<Object> action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (AccessControlException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        told("before", () -> System.getProperty("user.home") != null);
        try {
            System.setSecurityManager(new SecurityManager());
        } catch (UnsupportedOperationException e) {
            System.out.println("no security manager");
            return;
        }
        told("home", () -> System.getProperty("user.home") != null);
        told("version", () -> System.getProperty("java.version") != null);
        told("privileged", () -> AccessController.doPrivileged((PrivilegedAction<Object>) () -> System.getProperty("user.home")));
        told("package", () -> {
            System.getSecurityManager().checkPackageAccess("sun.misc.gloups");
            return "granted";
        });
        told("other package", () -> {
            System.getSecurityManager().checkPackageAccess("sun.mis");
            return "granted";
        });
        told("file", () -> new java.io.File("/etc/passwd").exists());
        Thread thread = new Thread(() -> told("thread", () -> System.getenv("HOME")));
        thread.start();
        thread.join();
        told("loader", () -> new ClassLoader() { });
    }
}
