import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.Locale;
public class LocalDates {
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 29);
        System.out.println(d + " " + d.plusYears(1) + " " + d.plusMonths(12) + " " + d.minusDays(60) + " " + d.getDayOfWeek() + " " + d.getDayOfYear() + " " + d.isLeapYear() + d.lengthOfMonth() + " " + d.withDayOfMonth(1) + " " + d.toEpochDay());
        System.out.println(Period.between(LocalDate.of(2000, 1, 31), d) + " " + ChronoUnit.DAYS.between(LocalDate.of(1970, 1, 1), d) + " " + ChronoUnit.WEEKS.between(d, d.plusDays(20)) + " " + d.until(LocalDate.of(2025, 1, 1)));
        System.out.println(d.with(TemporalAdjusters.lastDayOfYear()) + " " + d.with(TemporalAdjusters.next(DayOfWeek.MONDAY)) + " " + d.with(TemporalAdjusters.firstInMonth(DayOfWeek.FRIDAY)) + " " + d.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
        System.out.println(LocalDate.parse("2023-12-31").isBefore(d) + " " + d.compareTo(LocalDate.of(2024, 3, 1)) + " " + Year.of(1900).isLeap() + YearMonth.of(2023, 2).atEndOfMonth() + Month.MARCH.plus(11) + DayOfWeek.of(7).minus(8));
        for (String s : new String[] {"2023-02-29", "2023-13-01", "23-1-1", "x"}) try { System.out.println(LocalDate.parse(s)); } catch (DateTimeParseException e) { System.out.println(e.getMessage()); }
        try { LocalDate.of(2023, 2, 30); } catch (DateTimeException e) { System.out.println(e.getMessage()); }
        try { LocalDate.of(2023, 4, 31); } catch (DateTimeException e) { System.out.println(e.getMessage()); }
        DateTimeFormatter f = DateTimeFormatter.ofPattern("dd/MM/yyyy", Locale.ROOT);
        System.out.println(f.format(d) + " " + LocalDate.parse("01/02/2003", f) + " " + d.format(DateTimeFormatter.ISO_ORDINAL_DATE) + " " + d.format(DateTimeFormatter.BASIC_ISO_DATE) + " " + d.format(DateTimeFormatter.ISO_WEEK_DATE));
        System.out.println(LocalDate.MIN + " " + LocalDate.EPOCH + " " + d.datesUntil(d.plusDays(3)).toList() + Period.parse("P1Y2M10D").plusDays(25).normalized() + Period.ofMonths(14).normalized());
    }
}
