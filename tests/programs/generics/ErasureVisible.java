import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
public class ErasureVisible {
    static class Typed<T> { final Type t; Typed() { t = ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0]; } }
    Map<String, List<? super Integer>> field;
    <T extends Number & Comparable<T>> List<T[]> m(T t, Map<? extends T, ?> m) { return null; }
    @SuppressWarnings("unchecked") static <T> T[] arr(T... t) { return t; }
    @SuppressWarnings("unchecked") static <T> T unsafe(Object o) { return (T) o; }
    static <T> T[] two(T a, T b) { return arr(a, b); }
    public static void main(String[] args) throws Exception {
        System.out.println(new ArrayList<String>().getClass() == new ArrayList<Integer>().getClass());
        System.out.println(new Typed<List<String>>() { }.t + " " + new Typed<Integer>() { }.t);
        System.out.println(ErasureVisible.class.getDeclaredField("field").getGenericType());
        Method m = Arrays.stream(ErasureVisible.class.getDeclaredMethods()).filter(x -> x.getName().equals("m")).findFirst().get();
        System.out.println(m.toGenericString());
        System.out.println(m);
        System.out.println(Arrays.toString(m.getTypeParameters()[0].getBounds()) + m.getGenericReturnType());
        System.out.println(Arrays.toString(HashMap.class.getTypeParameters()) + " " + Arrays.toString(ArrayList.class.getGenericInterfaces()));
        System.out.println(arr("a").getClass().getSimpleName() + arr(1, 2.0).getClass().getSimpleName());
        try { String[] s = two("a", "b"); System.out.println(s.length); } catch (ClassCastException e) { System.out.println("Object[] is not String[]"); }
        Object o = ErasureVisible.<Integer>unsafe("not an int");
        System.out.println(o);
        try { Integer i = ErasureVisible.<Integer>unsafe("not an int"); } catch (ClassCastException e) { System.out.println("late cast"); }
        List<String>[] gen = new List[1];
        Object[] raw = gen;
        raw[0] = List.of(1);
        try { String s = gen[0].get(0); } catch (ClassCastException e) { System.out.println("heap pollution"); }
    }
}
