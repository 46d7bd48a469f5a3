/** Which error a class is said to have failed by: its super's own, or that its super had failed before. */
public class FailuresInherited {
    static class Root {
        static final int VALUE = Integer.parseInt("none");
    }

    /** Fails by an error about another class. */
    static class Middle {
        static final int VALUE = Root.VALUE;
    }

    static class Below extends Middle {
        static int own = 1;
    }

    static class Lowest extends Below {
        static int own = 2;
    }

    /** Fails together with its super. */
    static class First {
        static final int VALUE = "".charAt(3);
    }

    static class Second extends First {
        static int own = 3;
    }

    static class Third extends Second {
        static int own = 4;
    }

    static class Late extends Third {
        static int own = 5;
    }

    interface Call {
        int call();
    }

    static void show(String what, Call call) {
        try {
            System.out.println(what + " " + call.call());
        } catch (Throwable thrown) {
            System.out.print(what);
            for (Throwable next = thrown; next != null; next = next.getCause()) {
                System.out.print(" <- " + next);
            }
            System.out.println();
        }
    }

    public static void main(String[] args) {
        show("Root", () -> Root.VALUE);
        show("Middle", () -> Middle.VALUE);
        show("Lowest", () -> Lowest.own);
        show("Lowest", () -> Lowest.own);
        show("Below", () -> Below.own);
        show("Third", () -> Third.own);
        show("Third", () -> Third.own);
        show("Second", () -> Second.own);
        show("Late", () -> Late.own);
        show("Late", () -> Late.own);
    }
}
