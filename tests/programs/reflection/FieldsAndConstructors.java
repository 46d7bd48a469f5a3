import java.lang.reflect.*;
import java.util.*;
public class FieldsAndConstructors {
    public static final int CONST = 9; static String st = "static"; protected transient volatile long l = 1L; private final double d = 2.5; boolean z; char c = 'q'; int[] arr = {1};
    static class Many { final String how; Many() { how = "none"; } Many(int i) { how = "int" + i; } Many(String s, Object... r) { how = s + r.length; } private Many(double d) { how = "private"; } Many(List<? extends Number> l) throws Exception { throw new Exception("ctor"); } }
    static abstract class Abs { Abs() { } } interface If { } enum En { X }
    public static void main(String[] args) throws Exception {
        FieldsAndConstructors o = new FieldsAndConstructors();
        Field[] fs = FieldsAndConstructors.class.getDeclaredFields();
        Arrays.sort(fs, Comparator.comparing(Field::getName));
        for (Field f : fs) System.out.println(Modifier.toString(f.getModifiers()) + " " + f.getType().getSimpleName() + " " + f.getName() + " = " + (f.getType().isArray() ? Array.getLength(f.get(o)) : f.get(Modifier.isStatic(f.getModifiers()) ? null : o)));
        FieldsAndConstructors.class.getDeclaredField("z").setBoolean(o, true);
        FieldsAndConstructors.class.getDeclaredField("st").set(null, "changed");
        FieldsAndConstructors.class.getDeclaredField("l").set(o, 7);
        System.out.println(o.z + st + o.l);
        try { FieldsAndConstructors.class.getDeclaredField("CONST").set(null, 1); } catch (IllegalAccessException e) { System.out.println("static final"); }
        try { FieldsAndConstructors.class.getDeclaredField("nope"); } catch (NoSuchFieldException e) { System.out.println(e.getMessage()); }
        System.out.println(FieldsAndConstructors.class.getFields().length);
        Constructor<?>[] cs = Many.class.getDeclaredConstructors();
        Arrays.sort(cs, Comparator.comparing(Constructor::toString));
        for (Constructor<?> k : cs) System.out.println(k + " " + Arrays.toString(k.getGenericParameterTypes()));
        System.out.println(Many.class.getDeclaredConstructor().newInstance().how + Many.class.getDeclaredConstructor(int.class).newInstance(4).how + Many.class.getDeclaredConstructor(String.class, Object[].class).newInstance("s", new Object[] {1, 2}).how + Many.class.getDeclaredConstructor(double.class).newInstance(1.0).how);
        try { Many.class.getDeclaredConstructor(List.class).newInstance(List.of()); } catch (InvocationTargetException e) { System.out.println(e.getCause().getMessage()); }
        for (Class<?> c : new Class<?>[] {Abs.class, If.class, En.class, int.class}) try { System.out.println(c.getDeclaredConstructor().newInstance()); } catch (ReflectiveOperationException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage()); }
        try { En.class.getDeclaredConstructors()[0].newInstance("Y", 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
