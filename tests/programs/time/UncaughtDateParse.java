//@ exit: 1
//@ throws: java.time.format.DateTimeParseException: Text '2023-02-29' could not be parsed: Invalid date 'February 29' as '2023' is not a leap year
import java.time.*;
public class UncaughtDateParse {
    public static void main(String[] args) { System.out.println(LocalDate.parse("2024-02-29").plusYears(1)); System.out.println(LocalDate.parse("2023-02-29")); }
}
