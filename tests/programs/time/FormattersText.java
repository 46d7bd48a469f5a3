import java.time.*;
import java.time.format.*;
import java.util.*;
public class FormattersText {
    public static void main(String[] args) {
        LocalDateTime t = LocalDateTime.of(2023, 3, 5, 7, 8, 9, 123456789);
        for (String p : new String[] {"yyyy-MM-dd", "yy/M/d", "EEE, d MMM uuuu", "EEEE MMMM", "HH:mm:ss.SSSSSS", "h:mm a", "D", "'on' d 'of' LLLL", "QQQ", "n", "A", "kk KK", "[yyyy]['x']", "e", "G"})
            System.out.println(p + " -> " + t.format(DateTimeFormatter.ofPattern(p, Locale.ENGLISH)));
        System.out.println(LocalDate.parse("5 March 2023", DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH)) + " " + LocalTime.parse("07:08 PM", DateTimeFormatter.ofPattern("hh:mm a", Locale.ENGLISH)));
        System.out.println(new DateTimeFormatterBuilder().appendPattern("MM-dd").parseDefaulting(java.time.temporal.ChronoField.YEAR, 2000).toFormatter(Locale.ROOT).parse("02-29", LocalDate::from));
        try { DateTimeFormatter.ofPattern("yyyy-bb"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { LocalDate.parse("2023-02-30", DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT)); } catch (DateTimeParseException e) { System.out.println(e.getMessage()); }
        System.out.println(DayOfWeek.MONDAY.getDisplayName(TextStyle.SHORT, Locale.ENGLISH) + Month.MAY.getDisplayName(TextStyle.FULL, Locale.ENGLISH));
        try { LocalDate.of(2020, 1, 1).format(DateTimeFormatter.ofPattern("HH")); } catch (java.time.temporal.UnsupportedTemporalTypeException e) { System.out.println(e.getMessage()); }
    }
}
