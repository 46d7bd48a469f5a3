import java.util.*;
public class ArrayListCorners {
    static void t(Runnable r) { try { r.run(); System.out.println("ok"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage()); } }
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(10, 20, 30, 20, 10));
        l.remove(1);
        l.remove(Integer.valueOf(10));
        System.out.println(l + " " + l.indexOf(20) + l.lastIndexOf(10) + l.contains(99));
        l.addAll(1, List.of(7, 8, 9));
        l.set(0, 0);
        l.add(l.size(), 100);
        l.removeIf(x -> x % 2 == 1);
        l.replaceAll(x -> x + 1);
        System.out.println(l + " " + l.hashCode() + " " + l.equals(Arrays.asList(l.toArray())) + l.equals(new LinkedList<>(l)));
        List<Integer> sub = new ArrayList<>(List.of(1, 2, 3, 4, 5)).subList(1, 4);
        sub.set(0, 99);
        sub.remove(2);
        System.out.println(sub + " " + sub.size());
        List<Integer> base = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        base.subList(2, 4).clear();
        System.out.println(base);
        List<Integer> view = base.subList(0, 2);
        base.add(1);
        t(() -> System.out.println(view.get(0)));
        t(() -> { for (Integer i : base) base.remove(i); });
        t(() -> base.get(50));
        t(() -> base.add(-1, 0));
        t(() -> base.subList(3, 2));
        t(() -> new ArrayList<>(-1));
        t(() -> List.of(1, null));
        t(() -> List.of(1).set(0, 2));
        t(() -> base.iterator().remove());
        t(() -> new ArrayList<>().iterator().next());
        t(() -> base.listIterator(99));
        t(() -> Arrays.asList(1, 2).remove(0));
        t(() -> List.copyOf(base).clear());
        t(() -> List.of(1).contains(null));
        List<Object> self = new ArrayList<>();
        self.add("x");
        self.add(self);
        System.out.println(self);
        ListIterator<Integer> it = base.listIterator();
        while (it.hasNext()) { int i = it.nextIndex(), v = it.next(); if (v == 2) it.remove(); else if (v == 5) { it.add(55); it.add(56); } else it.set(v * 10 + i); }
        StringBuilder sb = new StringBuilder();
        while (it.hasPrevious()) sb.append(it.previousIndex()).append(':').append(it.previous()).append(' ');
        System.out.println(sb + " " + base);
        t(() -> { Iterator<Integer> i = base.iterator(); i.next(); i.remove(); i.remove(); });
        System.out.println(base.toArray(new Integer[0]).length + " " + base.toArray(new Integer[9])[8] + " " + base.toArray(Integer[]::new)[0] + base.retainAll(List.of(55)) + base);
    }
}
