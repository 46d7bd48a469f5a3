//@ outputs: false | true
//@ expect: holds
// A collection of permissions is a collection like any other.
import java.security.Permissions;

public class PermissionAdded {
    public static void main(String[] args) throws Exception {
        Permissions granted = new Permissions();
        RuntimePermission wanted = new RuntimePermission("example");
        Thread other = new Thread(() -> {
            granted.add(wanted);
        });
        other.start();
        boolean implied = granted.implies(wanted);
        other.join();
        System.out.println(implied);
    }
}
