//@ expect: deadlock
// Two classes that initialise each other deadlock, also where they are asked for by name.

public class NamedInCircle {
    static class One {
        static {
            name("NamedInCircle$Two");
        }
    }

    static class Two {
        static {
            name("NamedInCircle$One");
        }
    }

    static void name(String name) {
        try {
            Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> name("NamedInCircle$One")).start();
        name("NamedInCircle$Two");
    }
}
