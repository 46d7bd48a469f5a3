import org.apache.commons.lang3.builder.*;
import org.apache.commons.lang3.mutable.*;
import org.apache.commons.lang3.reflect.*;
import org.apache.commons.lang3.time.*;
import org.apache.commons.lang3.*;
import org.apache.commons.lang3.concurrent.*;
import org.apache.commons.lang3.exception.ExceptionUtils;
import java.util.*;
public class LangBuilders {
    public static class P implements Comparable<P> { public final String n; final int age; transient double skip = 1; P(String n, int a) { this.n = n; age = a; } @Override public boolean equals(Object o) { return EqualsBuilder.reflectionEquals(this, o); } @Override public int hashCode() { return new HashCodeBuilder(17, 37).append(n).append(age).toHashCode(); } @Override public String toString() { return new ToStringBuilder(this, ToStringStyle.SHORT_PREFIX_STYLE).append("n", n).append("age", age).append("arr", new int[] {1, 2}).toString(); } @Override public int compareTo(P o) { return new CompareToBuilder().append(age, o.age).append(n, o.n).toComparison(); } public String hi(String a, int b) { return a + b + n; } public static int twice(int x) { return 2 * x; } private int hidden() { return 5; } }
    enum Colour { RED, GREEN }
    public static void main(String[] args) throws Exception {
        P a = new P("ann", 30), b = new P("bob", 30);
        System.out.println(a + " " + a.equals(new P("ann", 30)) + a.equals(b) + a.hashCode() + " " + a.compareTo(b) + new ToStringBuilder(a, ToStringStyle.JSON_STYLE).append("x", 1).append("y", "s") + ToStringBuilder.reflectionToString(a, ToStringStyle.NO_CLASS_NAME_STYLE));
        MutableInt m = new MutableInt(5); m.add(3); m.increment(); System.out.println(m + " " + m.getAndAdd(2) + m.intValue() + new MutableObject<>("o") + new MutableBoolean(true).isTrue());
        System.out.println(MethodUtils.invokeMethod(a, "hi", "x", 2) + " " + MethodUtils.invokeStaticMethod(P.class, "twice", 21) + FieldUtils.readField(a, "age", true) + ConstructorUtils.invokeConstructor(StringBuilder.class, "sb") + MethodUtils.invokeMethod(a, true, "hidden") + FieldUtils.getAllFieldsList(P.class).stream().filter(f -> !f.isSynthetic()).count());
        System.out.println(EnumUtils.isValidEnum(Colour.class, "RED") + " " + EnumUtils.getEnum(Colour.class, "BLUE", Colour.GREEN) + EnumUtils.getEnumMap(Colour.class).size() + EnumUtils.generateBitVector(Colour.class, Colour.GREEN));
        System.out.println(DurationFormatUtils.formatDuration(3_723_004, "H:mm:ss.SSS") + " " + DurationFormatUtils.formatDurationWords(90_061_000, true, true) + " " + DateUtils.truncate(new Date(1_700_000_000_000L), Calendar.HOUR).getTime() + " " + FastDateFormat.getInstance("yyyy-MM-dd HH:mm", TimeZone.getTimeZone("UTC"), Locale.ROOT).format(new Date(0)) + DateUtils.addDays(new Date(0), 3).getTime());
        LazyInitializer<String> lazy = new LazyInitializer<>() { protected String initialize() { System.out.println("init"); return "lazy"; } }; System.out.println(lazy.get() + lazy.get());
        Throwable t = new RuntimeException("outer", new IllegalStateException("inner")); System.out.println(ExceptionUtils.getRootCauseMessage(t) + " " + ExceptionUtils.getThrowableCount(t) + ExceptionUtils.indexOfType(t, IllegalStateException.class) + ExceptionUtils.getMessage(t));
        System.out.println(SerializationUtils.clone(new ArrayList<>(List.of(1, "x"))) + " " + ObjectUtils.firstNonNull(null, "f") + ObjectUtils.compare(1, null) + ObjectUtils.max(3, 9) + ObjectUtils.median(5, 1, 3) + new DiffBuilder<>(a, b, ToStringStyle.SHORT_PREFIX_STYLE).append("n", a.n, b.n).build().getNumberOfDiffs() + CharSet.getInstance("a-c").contains('b') + BitField.class.getSimpleName() + new BitField(0xF0).getValue(0xAB));
        try { MethodUtils.invokeMethod(a, "nope"); } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
    }
}
