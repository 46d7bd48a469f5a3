import java.util.*;
import java.util.function.*;
public class EnumFeatures {
    enum Planet { MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6); final double mass, radius; Planet(double m, double r) { mass = m; radius = r; } double g() { return 6.67300E-11 * mass / (radius * radius); } }
    enum Op implements IntBinaryOperator { PLUS("+") { public int applyAsInt(int a, int b) { return a + b; } }, TIMES("*") { public int applyAsInt(int a, int b) { return a * b; } @Override public String toString() { return "times!"; } }; final String sym; Op(String s) { sym = s; } static final Map<String, Op> BY = new HashMap<>(); static { for (Op o : values()) BY.put(o.sym, o); } }
    enum Empty { }
    enum Single { INSTANCE; int n; int next() { return ++n; } }
    interface Coded { int code(); }
    enum Status implements Coded { OK(200), GONE(410); private final int c; Status(int c) { this.c = c; } public int code() { return c; } static Optional<Status> of(int c) { return Arrays.stream(values()).filter(s -> s.c == c).findFirst(); } }
    public static void main(String[] args) {
        for (Planet p : Planet.values()) System.out.printf("%s %d %.2f%n", p, p.ordinal(), p.g());
        System.out.println(Op.PLUS.applyAsInt(2, 3) + " " + Op.TIMES + Op.TIMES.name() + Op.BY.get("*").applyAsInt(4, 5) + Op.PLUS.getClass().getName() + Op.PLUS.getDeclaringClass().getName() + Op.PLUS.getClass().isEnum());
        System.out.println(Planet.valueOf("EARTH").compareTo(Planet.MERCURY) + " " + Empty.values().length + Single.INSTANCE.next() + Single.INSTANCE.next());
        try { Planet.valueOf("PLUTO"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Planet.valueOf(null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        System.out.println(Status.of(410) + " " + Status.of(1) + Enum.valueOf(Status.class, "OK").code() + EnumSet.allOf(Status.class) + Status.OK.equals(Status.OK));
        Planet[] vs = Planet.values();
        vs[0] = null;
        System.out.println(Planet.values()[0] + " " + Arrays.asList(Status.class.getEnumConstants()) + Status.GONE.describeConstable().isPresent());
        System.out.println(new TreeMap<>(Map.of(Status.GONE, 1, Status.OK, 2)) + " " + Thread.State.valueOf("NEW") + java.util.concurrent.TimeUnit.HOURS.toSeconds(2));
    }
}
