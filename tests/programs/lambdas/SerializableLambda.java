import java.io.*;
import java.util.function.Function;
public class SerializableLambda {
    interface SerFn<A, B> extends Function<A, B>, Serializable { }
    interface Marker { default String mark() { return "marked"; } }
    static class Data implements Serializable {
        private static final long serialVersionUID = 1;
        int a = 1; transient int b = 2; String s = "s"; Data next; int[] arr = {1, 2};
        private void writeObject(ObjectOutputStream o) throws IOException { o.defaultWriteObject(); o.writeInt(77); }
        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException { i.defaultReadObject(); b = i.readInt(); }
    }
    static Object copy(Object o) throws Exception {
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ObjectOutputStream oo = new ObjectOutputStream(bo)) { oo.writeObject(o); }
        return new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray())).readObject();
    }
    public static void main(String[] args) throws Exception {
        int k = 5;
        SerFn<Integer, Integer> f = x -> x + k;
        System.out.println(f.apply(1));
        Object both = (Function<String, Integer> & Marker) String::length;
        System.out.println(((Marker) both).mark() + ((Function<String, Integer>) both).apply("four"));
        Data d = new Data();
        d.next = d;
        Data c = (Data) copy(d);
        System.out.println(c.a + " " + c.b + " " + c.s + " " + (c.next == c) + " " + c.arr[1]);
        System.out.println(copy(java.util.List.of(1, "x")) + " " + copy(Thread.State.NEW) + " " + copy(new java.util.TreeMap<>(java.util.Map.of("k", 1))));
        try { copy(new Object()); } catch (NotSerializableException e) { System.out.println(e.getMessage()); }
    }
}
