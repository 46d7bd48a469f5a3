import java.io.ObjectStreamClass;
import java.io.Serializable;

/** Whoever asks for a serial version that is not declared has the class initialised, since its initialiser is part of the version. */
public class SerialVersionInitialises {
    static class Fails implements Serializable {
        static {
            if (Boolean.parseBoolean("true")) throw new IllegalStateException("initialiser");
        }
    }

    static class Above implements Serializable {
        static {
            System.out.println("above");
        }
    }

    static class Below extends Above {
        static {
            System.out.println("below");
        }
    }

    static class Plain extends Above {
    }

    static class Declared implements Serializable {
        private static final long serialVersionUID = 5;

        static {
            System.out.println("declared");
        }
    }

    public static void main(String[] args) {
        for (int round = 0; round < 2; round++) {
            try {
                System.out.println(ObjectStreamClass.lookup(Fails.class).getSerialVersionUID());
            } catch (LinkageError e) {
                System.out.println(e.getClass().getName());
            }
        }
        System.out.println(ObjectStreamClass.lookup(Below.class).getSerialVersionUID() != 0);
        System.out.println(ObjectStreamClass.lookup(Plain.class).getSerialVersionUID() != 0);
        System.out.println(ObjectStreamClass.lookup(Declared.class).getSerialVersionUID());
    }
}
