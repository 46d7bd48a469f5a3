//@ exit: 1
//@ throws: java.lang.ExceptionInInitializerError
public class MainClassInitFails {
    static final int[] TABLE = new int[3];
    static {
        System.out.println("static block");
        for (int i = 0; i <= 3; i++) TABLE[i] = i;
    }
    public static void main(String[] args) {
        System.out.println("never here");
    }
}
