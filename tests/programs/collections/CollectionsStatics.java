import java.util.*;
public class CollectionsStatics {
    static void t(Runnable r) { try { r.run(); System.out.println("ok"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName()); } }
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(4, 2, 9, 2, 7));
        Collections.sort(l);
        System.out.println(l + " " + Collections.binarySearch(l, 7) + Collections.binarySearch(l, 5) + Collections.frequency(l, 2) + Collections.max(l) + Collections.min(l, Collections.reverseOrder()));
        Collections.reverse(l);
        Collections.swap(l, 0, 4);
        System.out.println(l);
        Collections.rotate(l, 2);
        System.out.println(l);
        Collections.rotate(l, -3);
        Collections.shuffle(l, new Random(1));
        System.out.println(l);
        Collections.replaceAll(l, 2, 22);
        System.out.println(l + " " + Collections.indexOfSubList(l, l.subList(2, 4)) + Collections.disjoint(l, List.of(1)) + Collections.nCopies(3, "x"));
        List<Integer> u = Collections.unmodifiableList(l);
        l.add(1);
        System.out.println(u.size());
        t(() -> u.add(1));
        t(() -> Collections.emptyList().add(null));
        t(() -> Collections.singletonList(1).add(2));
        t(() -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))).entrySet().iterator().next().setValue(3));
        @SuppressWarnings({"unchecked", "rawtypes"}) List<Object> checked = (List) Collections.checkedList(new ArrayList<String>(), String.class);
        t(() -> checked.add(1));
        List<Integer> sy = Collections.synchronizedList(new ArrayList<>(List.of(1)));
        sy.add(2);
        System.out.println(sy + " " + Collections.singletonMap("k", "v") + Collections.emptyMap() + Collections.singleton(5));
        Collections.fill(l, 0);
        Collections.addAll(l, 5, 6);
        List<Integer> dst = new ArrayList<>(Collections.nCopies(9, -1));
        Collections.copy(dst, l);
        System.out.println(dst);
        t(() -> Collections.copy(new ArrayList<>(), l));
        Set<String> fromMap = Collections.newSetFromMap(new LinkedHashMap<>());
        fromMap.add("b");
        fromMap.add("a");
        System.out.println(fromMap + " " + Collections.list(Collections.enumeration(List.of(1, 2))) + Collections.asLifoQueue(new ArrayDeque<>(List.of(1, 2))).peek());
        t(() -> Collections.max(new ArrayList<Integer>()));
        System.out.println(Collections.unmodifiableList(List.of(1)).equals(List.of(1)) + " " + Collections.unmodifiableCollection(List.of(1)).equals(List.of(1)));
        List<Integer> big = new ArrayList<>();
        for (int i = 0; i < 100; i++) big.add(i);
        Collections.shuffle(big, new Random(42));
        System.out.println(big.subList(0, 10) + " " + big.hashCode());
        Iterator<Object> e = Collections.emptyIterator();
        System.out.println(e.hasNext());
    }
}
