import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
public class GenericContainer<E> implements Iterable<E> {
    private Object[] data = new Object[2];
    private int size;
    public GenericContainer<E> add(E e) { if (size == data.length) data = java.util.Arrays.copyOf(data, size * 2); data[size++] = e; return this; }
    @SuppressWarnings("unchecked") public E get(int i) { if (i >= size) throw new IndexOutOfBoundsException(i); return (E) data[i]; }
    public <R> GenericContainer<R> map(Function<? super E, ? extends R> f) { GenericContainer<R> r = new GenericContainer<>(); for (E e : this) r.add(f.apply(e)); return r; }
    public GenericContainer<E> filter(Predicate<? super E> p) { GenericContainer<E> r = new GenericContainer<>(); for (E e : this) if (p.test(e)) r.add(e); return r; }
    public E reduce(E zero, BinaryOperator<E> op) { E acc = zero; for (E e : this) acc = op.apply(acc, e); return acc; }
    @Override public Iterator<E> iterator() {
        return new Iterator<>() {
            int at;
            @Override public boolean hasNext() { return at < size; }
            @Override public E next() { if (!hasNext()) throw new NoSuchElementException("at " + at); return get(at++); }
        };
    }
    public static void main(String[] args) {
        GenericContainer<Integer> c = new GenericContainer<>();
        for (int i = 0; i < 10; i++) c.add(i * i);
        System.out.println(c.map(x -> x + 1).filter(x -> x % 2 == 0).reduce(0, Integer::sum));
        System.out.println(c.<String>map(x -> "" + (char) ('a' + x % 26)).reduce("", String::concat));
        Iterator<Integer> it = c.iterator();
        int s = 0;
        while (it.hasNext()) s += it.next();
        System.out.println(s);
        try { it.next(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { it.remove(); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        try { c.get(10); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        GenericContainer<GenericContainer<String>> nested = new GenericContainer<>();
        nested.add(new GenericContainer<String>().add("deep"));
        for (GenericContainer<String> in : nested) for (String str : in) System.out.println(str);
        c.forEach(x -> System.out.print(x + " "));
        System.out.println();
        c.spliterator().forEachRemaining(x -> System.out.print(x % 3));
        System.out.println();
    }
}
