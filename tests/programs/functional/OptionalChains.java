import java.util.*;
import java.util.stream.Collectors;
public class OptionalChains {
    static Optional<Integer> parse(String s) { try { return Optional.of(Integer.parseInt(s)); } catch (NumberFormatException e) { return Optional.empty(); } }
    public static void main(String[] args) {
        for (String s : new String[] {"12", "x", "-3"})
            System.out.println(parse(s).map(n -> n * 2).filter(n -> n > 0) + " " + parse(s).orElse(-1) + " " + parse(s).or(() -> Optional.of(99)).get() + " " + parse(s).isPresent() + " " + parse(s).stream().count());
        try { Optional.empty().get(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { Optional.empty().orElseThrow(() -> new IllegalStateException("custom")); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try { Optional.of(null); } catch (NullPointerException e) { System.out.println("of null"); }
        System.out.println(Optional.ofNullable(null).isEmpty() + " " + Optional.of(1).equals(Optional.of(1)) + " " + Optional.of("a").flatMap(a -> Optional.of(a + "b")) + " " + Optional.of(5).map(x -> (String) null));
        Optional.of(3).ifPresentOrElse(x -> System.out.println("has " + x), () -> System.out.println("none"));
        Optional.empty().ifPresentOrElse(x -> System.out.println("has " + x), () -> System.out.println("none"));
        System.out.println(OptionalInt.of(3) + " " + OptionalDouble.empty() + " " + OptionalLong.of(4).orElse(5) + " " + OptionalInt.empty().orElseGet(() -> 8));
        System.out.println(List.of("1", "b", "3").stream().map(OptionalChains::parse).flatMap(Optional::stream).collect(Collectors.toList()));
        System.out.println(Optional.of(7).hashCode() + " " + Optional.empty().hashCode());
    }
}
