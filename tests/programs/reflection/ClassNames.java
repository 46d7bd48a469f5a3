import java.util.*;
public class ClassNames {
    class Inner { } static class Nested<T> { } interface I { } enum E { A } record R() { } @interface An { }
    public static void main(String[] args) throws Exception {
        class Local { }
        Object anon = new Object() { };
        for (Class<?> c : new Class<?>[] {String.class, int.class, void.class, int[].class, String[][].class, Inner.class, Nested.class, I.class, E.class, R.class, An.class, Local.class, anon.getClass(), Map.Entry.class, Integer.class, Nested[].class})
            System.out.println(c.getName() + " | " + c.getSimpleName() + " | " + c.getCanonicalName() + " | " + c.getTypeName() + " | " + c + " | " + c.getPackageName() + " | " + c.isPrimitive() + c.isInterface() + c.isEnum() + c.isAnnotation() + c.isMemberClass() + c.isLocalClass() + c.isAnonymousClass() + c.isRecord() + " " + java.lang.reflect.Modifier.toString(c.getModifiers()) + " " + c.toGenericString());
        System.out.println(Class.forName("java.lang.String") == String.class);
        System.out.println(Class.forName("[I") == int[].class);
        System.out.println(Class.forName("[Ljava.lang.String;").getSimpleName() + Class.forName("ClassNames$Nested").getSimpleName());
        for (String bad : new String[] {"int", "java.lang.Strin", "[", "", "ClassNames.Nested"}) try { System.out.println(Class.forName(bad)); } catch (ClassNotFoundException e) { System.out.println("CNF " + e.getMessage()); }
        System.out.println(Integer.TYPE + " " + int.class.equals(Integer.TYPE) + Integer.class.equals(int.class) + " " + new int[0].getClass().getComponentType() + E.A.getClass().getEnumConstants().length + String.class.getModule().getName() + String.class.getClassLoader());
        System.out.println(Inner.class.getEnclosingClass() + " " + Local.class.getEnclosingMethod().getName() + Arrays.stream(ClassNames.class.getDeclaredClasses()).map(Class::getSimpleName).sorted().toList());
        System.out.println(Number.class.cast(5) + " " + Number.class.asSubclass(Object.class).getSimpleName() + int.class.isInstance(5) + Object.class.getSuperclass() + int[].class.getSuperclass() + I.class.getSuperclass());
    }
}
