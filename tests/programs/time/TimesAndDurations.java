import java.time.*;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
public class TimesAndDurations {
    public static void main(String[] args) {
        LocalTime t = LocalTime.of(23, 59, 30);
        System.out.println(t.plusSeconds(45) + " " + t.minusHours(24) + " " + t.truncatedTo(ChronoUnit.HOURS) + " " + LocalTime.parse("10:15").toSecondOfDay() + " " + LocalTime.MIDNIGHT + LocalTime.of(1, 2, 3, 400_000_000) + LocalTime.MAX);
        LocalDateTime dt = LocalDateTime.of(2024, 12, 31, 23, 0);
        System.out.println(dt.plusHours(2) + " " + dt.toLocalDate().atStartOfDay() + " " + ChronoUnit.MINUTES.between(dt, dt.plusDays(1)) + " " + dt.format(DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss.SSS")) + " " + dt.toEpochSecond(ZoneOffset.UTC) + " " + LocalDateTime.parse("2020-01-01T00:00:01").getSecond());
        Duration d = Duration.ofSeconds(3661, 500_000_000);
        System.out.println(d + " " + d.toMinutes() + " " + d.toHoursPart() + d.toMinutesPart() + d.toMillis() + " " + d.negated() + " " + d.multipliedBy(3) + " " + d.dividedBy(2) + " " + Duration.parse("PT1H30M").getSeconds() + " " + Duration.between(dt, dt.minusDays(2)) + " " + Duration.ZERO + d.compareTo(Duration.ofHours(1)) + Duration.ofMillis(-1500));
        Instant i = Instant.ofEpochSecond(1_700_000_000L, 5);
        System.out.println(i + " " + Instant.EPOCH + " " + i.plusMillis(1).toEpochMilli() + " " + Instant.parse("2024-01-01T00:00:00Z").getEpochSecond() + " " + i.truncatedTo(ChronoUnit.DAYS));
        ZonedDateTime z = i.atZone(ZoneOffset.UTC);
        System.out.println(z + " " + z.withZoneSameInstant(ZoneOffset.ofHours(-5)) + " " + OffsetDateTime.of(dt, ZoneOffset.ofHoursMinutes(5, 30)).toInstant() + " " + z.toLocalTime());
        System.out.println(DateTimeFormatter.ISO_INSTANT.format(i) + " " + DateTimeFormatter.RFC_1123_DATE_TIME.format(z));
        Clock c = Clock.fixed(i, ZoneOffset.UTC);
        System.out.println(LocalDate.now(c) + " " + c.millis() + " " + LocalDateTime.now(c));
        try { LocalTime.of(24, 0); } catch (DateTimeException e) { System.out.println(e.getMessage()); }
        try { Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        System.out.println(java.util.concurrent.TimeUnit.MILLISECONDS.convert(2, java.util.concurrent.TimeUnit.HOURS) + " " + java.util.concurrent.TimeUnit.NANOSECONDS.toMicros(1999));
    }
}
