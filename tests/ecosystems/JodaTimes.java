//@ library: joda
import org.joda.time.*; import org.joda.time.format.*;
/** Joda-Time: zones, periods, formats, chronologies. */
public class JodaTimes { public static void main(String[] a) { DateTime t = new DateTime(2024, 2, 28, 23, 30, DateTimeZone.forID("Europe/Berlin")); System.out.println(t.plusHours(25) + " " + t.withZone(DateTimeZone.UTC) + " " + Days.daysBetween(t, t.plusMonths(1)).getDays() + " " + new Period(t, t.plusDays(40)) + t.dayOfWeek().getAsText(java.util.Locale.ENGLISH)); System.out.println(DateTimeFormat.forPattern("yyyy/MM/dd HH:mm ZZ").print(t) + LocalDate.parse("2024-03-31").minusMonths(1) + new Interval(t, t.plusDays(2)).contains(t.plusDays(1)) + PeriodFormat.wordBased(java.util.Locale.ENGLISH).print(Period.minutes(90).normalizedStandard())); } }
