//@ outputs: 70 | 99
//@ expect: holds
// The fields of a date are kept in an object of the JDK's own.
import java.util.Date;

public class YearOfDate {
    public static void main(String[] args) throws Exception {
        Date date = new Date(86_400_000L);
        date.getYear();
        Thread other = new Thread(() -> {
            date.setYear(99);
        });
        other.start();
        int year = date.getYear();
        other.join();
        System.out.println(year);
    }
}
