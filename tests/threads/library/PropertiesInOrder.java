//@ outputs: null null | null 1 | 1 1
//@ expect: holds
// The system's properties are there before the program is, and threads meet in them nevertheless.

public class PropertiesInOrder {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            System.setProperty("sooner", "1");
            System.setProperty("later", "1");
        });
        other.start();
        String later = System.getProperty("later");
        String sooner = System.getProperty("sooner");
        other.join();
        System.out.println(later + " " + sooner);
    }
}
