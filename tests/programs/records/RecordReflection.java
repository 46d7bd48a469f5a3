import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;
public class RecordReflection {
    @Retention(RetentionPolicy.RUNTIME) @interface Doc { String value(); }
    record Book(@Doc("the title") String title, int year, List<String> tags) { }
    record Pair<A, B>(A a, B b) { }
    public static void main(String[] args) throws Exception {
        System.out.println(Book.class.isRecord() + " " + String.class.isRecord() + " " + Book.class.getSuperclass() + " " + String.class.getRecordComponents());
        for (RecordComponent c : Book.class.getRecordComponents()) System.out.println(c.getName() + " " + c.getType().getSimpleName() + " " + c.getGenericType() + " " + (c.getAnnotation(Doc.class) == null ? "-" : c.getAnnotation(Doc.class).value()) + " " + c.getAccessor().getName());
        Constructor<?> k = Book.class.getDeclaredConstructors()[0];
        Object b = k.newInstance("T", 1999, List.of("x"));
        System.out.println(b + " " + Book.class.getRecordComponents()[1].getAccessor().invoke(b) + " " + k.getParameterCount() + k.getParameters()[0].getName());
        System.out.println(Modifier.toString(Book.class.getModifiers()) + " " + Modifier.toString(Book.class.getDeclaredField("year").getModifiers()));
        Field f = Book.class.getDeclaredField("year");
        f.setAccessible(true);
        try { f.set(b, 1); } catch (IllegalAccessException e) { System.out.println("final record field"); }
        System.out.println(Arrays.toString(Pair.class.getTypeParameters()) + Pair.class.getRecordComponents()[0].getGenericType() + new Pair<>(1, "z"));
        try { k.newInstance("T"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
