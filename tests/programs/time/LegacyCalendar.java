import java.text.SimpleDateFormat;
import java.util.*;
public class LegacyCalendar {
    public static void main(String[] args) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        GregorianCalendar c = new GregorianCalendar(2024, Calendar.JANUARY, 31, 10, 20, 30);
        c.add(Calendar.MONTH, 1);
        System.out.println(c.get(Calendar.YEAR) + " " + c.get(Calendar.MONTH) + " " + c.get(Calendar.DAY_OF_MONTH) + " " + c.get(Calendar.DAY_OF_WEEK) + c.isLeapYear(2024) + c.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + c.getTimeInMillis());
        c.set(Calendar.DAY_OF_MONTH, 35);
        System.out.println(c.getTime().getTime() + " " + c.get(Calendar.DAY_OF_YEAR));
        c.roll(Calendar.MONTH, 11);
        System.out.println(c.get(Calendar.YEAR) + "/" + c.get(Calendar.MONTH));
        SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT);
        System.out.println(f.format(new Date(0)) + " " + f.parse("2001-09-09T01:46:40.000+0000").getTime() + " " + new SimpleDateFormat("EEE d MMM", Locale.US).format(new Date(86400000L * 365)));
        try { f.parse("nope"); } catch (java.text.ParseException e) { System.out.println(e.getMessage()); }
        System.out.println(new Date(1000).compareTo(new Date(2000)) + " " + new Date(5).equals(new Date(5)) + new Date(0).toInstant() + " " + new Date(1_000_000_000_000L));
    }
}
