import java.lang.reflect.*;
import java.util.*;
public class MethodInvoke {
    private int v = 5;
    public int add(int a, Integer b) { return a + b + v; }
    public static String join(String... xs) { return String.join("+", xs); }
    private long secret(long l) { return l * 2; }
    void fails(String m) throws java.io.IOException { throw new java.io.IOException(m); }
    static double wide(double d) { return d / 2; }
    static void none() { }
    static class Sub extends MethodInvoke { @Override public int add(int a, Integer b) { return -1; } }
    static String attempt(Method m, Object o, Object... a) { try { return "" + m.invoke(o, a); } catch (InvocationTargetException e) { return "ITE " + e.getCause() + e.getMessage(); } catch (IllegalArgumentException e) { return "IAE"; } catch (NullPointerException e) { return "NPE"; } catch (IllegalAccessException e) { return "IllegalAccess"; } }
    public static void main(String[] args) throws Exception {
        Class<MethodInvoke> c = MethodInvoke.class;
        MethodInvoke o = c.getDeclaredConstructor().newInstance();
        Method add = c.getMethod("add", int.class, Integer.class);
        System.out.println(attempt(add, o, 1, 2) + " " + attempt(add, new Sub(), 1, 2) + " " + attempt(add, o, 1) + attempt(add, o, "x", 2) + attempt(add, null, 1, 2) + attempt(add, "str", 1, 2) + attempt(add, o, (byte) 3, 2) + attempt(add, o, 3L, 2) + attempt(add, o, null, 2) + attempt(add, o, 1, null));
        System.out.println(attempt(c.getMethod("join", String[].class), null, (Object) new String[] {"a", "b"}));
        Method s = c.getDeclaredMethod("secret", long.class);
        System.out.println(attempt(s, o, 4) + " " + attempt(c.getDeclaredMethod("fails", String.class), o, "io") + " " + attempt(c.getDeclaredMethod("wide", double.class), null, 5) + attempt(c.getDeclaredMethod("none"), null));
        try { c.getMethod("secret", long.class); } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
        try { c.getMethod("add"); } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
        Arrays.stream(c.getDeclaredMethods()).filter(m -> !m.isSynthetic()).sorted(Comparator.comparing(Method::getName)).forEach(m -> System.out.println(m + " " + m.getParameterCount() + m.isVarArgs() + Arrays.toString(m.getExceptionTypes())));
        Field f = c.getDeclaredField("v");
        f.setInt(o, 50);
        System.out.println(f.get(o) + " " + f.getInt(o) + f.getType() + attempt(add, o, 0, 0) + f);
        try { f.set(o, "s"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(String.class.getMethod("substring", int.class, int.class).invoke("reflect", 1, 4) + " " + Math.class.getMethod("max", int.class, int.class).invoke(null, 3, 9) + ArrayList.class.getMethod("size").invoke(new ArrayList<>(List.of(1, 2))));
        try { MethodInvoke.class.getDeclaredMethod("fails", String.class).invoke(o, "deep"); } catch (InvocationTargetException e) { System.out.println(e.getTargetException().getStackTrace()[0].getMethodName()); }
    }
}
