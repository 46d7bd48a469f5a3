//@ exit: 1
//@ throws: java.lang.ClassNotFoundException: com.example.Missing
public class UncaughtClassNotFound {
    public static void main(String[] args) throws Exception {
        System.out.println(Class.forName("java.util.ArrayList").getDeclaredConstructor().newInstance());
        Class.forName("com.example.Missing");
    }
}
