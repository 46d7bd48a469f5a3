//@ exit: 3
public class ExitInFinally {
    public static void main(String[] args) {
        try {
            System.out.println("before");
            System.exit(3);
        } finally {
            System.out.println("finally must not run");
        }
    }
}
