//@ exit: 1
//@ throws: java.lang.ExceptionInInitializerError
public class UncaughtInitializerError {
    static class Config { static final String HOME = System.getProperty("surely.not.defined").trim(); }
    public static void main(String[] args) {
        System.out.println("reading");
        System.out.println(Config.HOME);
    }
}
