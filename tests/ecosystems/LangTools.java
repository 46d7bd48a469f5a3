//@ library: lang3
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.text.translate.UnicodeEscaper;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.time.FastDateFormat;
import org.apache.commons.lang3.tuple.Pair;

/** Strings, builders, reflection, fractions, dates. */
public class LangTools {
  static class Point implements Cloneable {
    private final int x = 3;
    private final String name = "p";
    int[] ends = {1, 2};

    public int sum(int more) {
      return x + more;
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(StringUtils.abbreviateMiddle("a long piece of text", "..", 12) + "|" + StringUtils.center("mid", 9, "*-") + "|" + StringUtils.getLevenshteinDistance("kitten", "sitting")
        + "|" + StringUtils.swapCase("aBc") + "|" + Arrays.toString(StringUtils.substringsBetween("[a][b]", "[", "]")) + "|" + StringUtils.stripAccents("élève"));
    System.out.println(Arrays.toString(ArrayUtils.removeElements(new int[] {1, 2, 3, 2}, 2, 2)) + " " + ArrayUtils.indexOf(new double[] {1.0, 1.1}, 1.1, 0.001));
    System.out.println(ToStringBuilder.reflectionToString(new Point(), ToStringStyle.SHORT_PREFIX_STYLE) + " " + EqualsBuilder.reflectionEquals(new Point(), new Point()) + " " + HashCodeBuilder.reflectionHashCode(new Point()));
    System.out.println(FieldUtils.readField(new Point(), "x", true) + " " + MethodUtils.invokeMethod(new Point(), "sum", 4) + " " + ClassUtils.getAllInterfaces(java.util.ArrayList.class));
    System.out.println(Fraction.getFraction(3, 4).add(Fraction.getFraction("1 1/6")) + " " + NumberUtils.isCreatable("0x1F") + " " + NumberUtils.createNumber("12.5f") + " " + Range.of(1, 9).intersectionWith(Range.of(5, 20)));
    System.out.println(DurationFormatUtils.formatDuration(90061001L, "d 'days' HH:mm:ss.SSS") + " " + FastDateFormat.getInstance("yyyy-MM-dd EEE", java.util.TimeZone.getTimeZone("UTC"), Locale.US).format(0L));
    System.out.println(Pair.of("k", 2).compareTo(Pair.of("k", 3)) + " " + new UnicodeEscaper().translate("é") + " " + StringUtils.join(List.of(1, 2), ", "));
  }
}
