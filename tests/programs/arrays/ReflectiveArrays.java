import java.lang.reflect.Array;
import java.util.Arrays;
public class ReflectiveArrays {
    public static void main(String[] args) {
        Object a = Array.newInstance(int.class, 3);
        Array.set(a, 0, 5);
        Array.setInt(a, 1, 6);
        Array.set(a, 2, (byte) 7);
        System.out.println(Arrays.toString((int[]) a) + Array.getLength(a) + Array.get(a, 1).getClass().getSimpleName() + Array.getLong(a, 2));
        try { Array.set(a, 0, 1.5); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Array.get(a, 9); } catch (ArrayIndexOutOfBoundsException e) { System.out.println("bounds"); }
        try { Array.getLength("s"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Array.newInstance(void.class, 1); } catch (IllegalArgumentException e) { System.out.println("void refused"); }
        try { Array.newInstance(int.class, -2); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        for (Object value : new Object[] {null, "s", 1L, 'c'})
            for (int place : new int[] {0, 9}) try { Array.set(a, place, value); System.out.println(Array.get(a, place)); } catch (RuntimeException e) { System.out.println(e); }
        Object m = Array.newInstance(String.class, 2, 3);
        System.out.println(Arrays.deepToString((Object[]) m) + m.getClass().getName());
        Object[] g = make(Integer.class, 2);
        System.out.println(g.getClass().getCanonicalName() + " " + g.getClass().arrayType() + " " + int[].class.componentType());
        for (Class<?> c : new Class<?>[] {int[].class, long[][].class, String[].class, boolean[].class, char[].class, byte[].class, short[].class, float[].class, double[].class, Object[][][].class})
            System.out.println(c.getName() + " " + c.getSimpleName() + " " + c.getTypeName() + " " + c.getSuperclass() + " " + Arrays.toString(c.getInterfaces()) + " " + c.isArray());
    }
    @SuppressWarnings("unchecked")
    static <T> T[] make(Class<T> c, int n) { return (T[]) Array.newInstance(c, n); }
}
