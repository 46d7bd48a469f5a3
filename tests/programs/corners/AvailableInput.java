/** What standard input says can be read without waiting. */
public class AvailableInput {
    public static void main(String[] args) throws Exception {
        System.out.println(System.in.available());
        System.out.println((char) System.in.read() + " " + System.in.available());
        System.out.println(System.in.skip(3) + " " + System.in.available());
        System.out.println(new String(System.in.readAllBytes()).length() + " " + System.in.available());
    }
}
