import java.util.*;
public class CompareAndSort {
    public static void main(String[] args) {
        List<String> l = new ArrayList<>(List.of("banana", "Apple", "cherry", "apple", "10", "9", "", "Banana", "a b", "a_b", "\u00e9clair"));
        Collections.sort(l);
        System.out.println(l.toString().replace("\u00e9", "<e>"));
        l.sort(String.CASE_INSENSITIVE_ORDER);
        System.out.println(l.toString().replace("\u00e9", "<e>"));
        l.sort(Comparator.comparing((String s) -> s.length()).thenComparing(s -> new StringBuilder(s).reverse().toString()));
        System.out.println(l.toString().replace("\u00e9", "<e>"));
        l.sort((a, b) -> { try { return Integer.compare(Integer.parseInt(a), Integer.parseInt(b)); } catch (NumberFormatException e) { return a.compareTo(b); } });
        System.out.println(l.size() + " " + "a".compareTo("abc") + " " + "abc".compareTo("abd") + " " + "Z".compareTo("a") + " " + "a".compareToIgnoreCase("B") + " " + "\uffff".compareTo("\u0000") + " " + "\u0130".equalsIgnoreCase("i") + "\u00c9".equalsIgnoreCase("\u00e9"));
        TreeMap<Character, Integer> m = new TreeMap<>(Comparator.reverseOrder());
        for (char c : "sort me".toCharArray()) m.merge(c, 1, Integer::sum);
        System.out.println(m);
    }
}
