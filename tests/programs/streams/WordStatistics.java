import java.util.*;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.*;
public class WordStatistics {
    static void show(Object o) { System.out.println(o); }
    static final String TEXT = "Whether 'tis nobler in the mind to suffer the slings and arrows of outrageous fortune, or to take arms against a sea of troubles, and by opposing end them. To die: to sleep; no more; and by a sleep to say we end the heart-ache and the thousand natural shocks that flesh is heir to";
    public static void main(String[] args) {
        Map<String, Long> freq = Pattern.compile("[^a-z]+").splitAsStream(TEXT.toLowerCase()).filter(w -> !w.isBlank()).collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        show(freq.entrySet().stream().filter(e -> e.getValue() > 1).map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(" ")));
        show(freq.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()).thenComparing(Map.Entry.comparingByKey())).limit(5).toList());
        TreeMap<Integer, List<String>> byLen = freq.keySet().stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
        byLen.descendingMap().forEach((k, v) -> show(k + " " + v));
        show(freq.keySet().stream().collect(Collectors.partitioningBy(w -> w.chars().filter(c -> "aeiou".indexOf(c) >= 0).count() >= 2, Collectors.mapping(w -> w.substring(0, 1), Collectors.joining()))));
        show(freq.values().stream().mapToLong(Long::longValue).summaryStatistics());
        show(TEXT.chars().filter(Character::isLetter).mapToObj(c -> Character.toLowerCase((char) c)).collect(Collectors.groupingBy(c -> c, TreeMap::new, Collectors.summingInt(c -> 1))));
    }
}
