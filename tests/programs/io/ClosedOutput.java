/** What is printed to standard output after it was closed is lost, and the stream knows. */
public class ClosedOutput {
    public static void main(String[] args) {
        System.out.println("before");
        System.out.close();
        System.out.println("after");
        System.out.print('c');
        System.out.write(65);
        System.out.flush();
        System.out.printf("%d%n", 1);
        Runtime.getRuntime().exit(System.out.checkError() ? 0 : 9);
    }
}
