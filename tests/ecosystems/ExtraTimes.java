//@ library: threetenextra
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import org.threeten.extra.AmountFormats;
import org.threeten.extra.Interval;
import org.threeten.extra.LocalDateRange;
import org.threeten.extra.PeriodDuration;
import org.threeten.extra.Temporals;
import org.threeten.extra.YearQuarter;
import org.threeten.extra.YearWeek;
import org.threeten.extra.chrono.CopticDate;
import org.threeten.extra.chrono.Symmetry454Date;
import org.threeten.extra.scale.TaiInstant;
import org.threeten.extra.scale.UtcInstant;

/** Ranges, quarters, weeks, other calendars, other scales of time. */
public class ExtraTimes {
  public static void main(String[] args) {
    LocalDate day = LocalDate.of(2024, 2, 29);
    Interval one = Interval.of(Instant.EPOCH, Instant.ofEpochSecond(3600));
    System.out.println(one.overlaps(Interval.of(Instant.ofEpochSecond(3000), Instant.MAX)) + " " + one + " " + one.toDuration());
    LocalDateRange range = LocalDateRange.ofClosed(day, day.plusDays(10));
    System.out.println(range.lengthInDays() + " " + range.contains(day.plusDays(10)) + " " + range.stream().filter(d -> d.getDayOfMonth() % 3 == 0).toList());
    System.out.println(YearQuarter.from(day).plusQuarters(5) + " " + YearWeek.from(day).plusWeeks(50) + " " + YearWeek.of(2020, 53).is53WeekYear());
    System.out.println(PeriodDuration.parse("P1Y2M3DT4H5M").multipliedBy(2) + " " + AmountFormats.wordBased(Period.of(1, 2, 17), java.util.Locale.ENGLISH) + " " + day.with(Temporals.nextWorkingDay()));
    System.out.println(CopticDate.from(day) + " " + Symmetry454Date.from(day) + " " + TaiInstant.of(Instant.EPOCH) + " " + UtcInstant.parse("2016-12-31T23:59:60Z").isLeapSecond());
  }
}
