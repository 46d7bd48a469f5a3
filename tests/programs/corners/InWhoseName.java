import java.security.AccessController;
import java.security.Principal;
import java.security.PrivilegedAction;
import java.util.Set;
import javax.security.auth.Subject;

/** In whose name something is done is a matter of the stack, also of the stack of who started a thread. */
@SuppressWarnings("removal")
public class InWhoseName {
    record Name(String getName) implements Principal {
        public String getName() {
            return getName;
        }
    }

    static Subject named(String name) {
        return new Subject(true, Set.of(new Name(name)), Set.of(), Set.of());
    }

    static String who() {
        try {
            Subject subject = Subject.getSubject(AccessController.getContext());
            return subject == null ? "nobody" : subject.getPrincipals().iterator().next().getName();
        } catch (UnsupportedOperationException e) {
            return "not told any more";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(who());
        PrivilegedAction<Void> inner = () -> {
            System.out.println("inner " + who());
            return null;
        };
        Subject.doAs(named("duke"), (PrivilegedAction<Void>) () -> {
            System.out.println("outer " + who());
            Subject.doAs(named("earl"), inner);
            Subject.doAs(null, inner);
            AccessController.doPrivileged(inner);
            AccessController.doPrivileged(inner, AccessController.getContext());
            AccessController.doPrivilegedWithCombiner(inner);
            Thread thread = new Thread(() -> System.out.println("thread " + who()));
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            System.out.println("again " + who());
            return null;
        });
        System.out.println(who());
    }
}
