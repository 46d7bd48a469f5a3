import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;
public class RuntimeAnnotations {
    enum Level { LOW, HIGH }
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER}) @interface Info { String name() default "none"; int[] nums() default {1, 2}; Level level() default Level.LOW; Class<?> type() default Object.class; Tag tag() default @Tag("d"); double d() default 1.5; char c() default 'x'; }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Tag { String value(); }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Notes.class) @interface Note { int value(); }
    @Retention(RetentionPolicy.RUNTIME) @interface Notes { Note[] value(); }
    @Retention(RetentionPolicy.CLASS) @interface Hidden { }
    @Info(name = "A", nums = {7}, level = Level.HIGH, type = String.class, tag = @Tag("t")) @Tag("base") @Hidden static class A { @Info int f; @Info(nums = {}) void m(@Info(name = "p") int p, String q) { } @Note(1) @Note(2) void r() { } @Note(3) void one() { } @Deprecated void old() { } }
    static class B extends A { @Override void m(int p, String q) { } }
    public static void main(String[] args) throws Exception {
        Info i = A.class.getAnnotation(Info.class);
        System.out.println(i.name() + Arrays.toString(i.nums()) + i.level() + i.type().getSimpleName() + i.tag().value() + i.d() + i.c() + i.annotationType().getSimpleName());
        System.out.println(A.class.getAnnotations().length + " " + B.class.isAnnotationPresent(Tag.class) + B.class.isAnnotationPresent(Info.class) + B.class.getDeclaredAnnotations().length + A.class.isAnnotationPresent(Hidden.class));
        Info f = A.class.getDeclaredField("f").getAnnotation(Info.class);
        System.out.println(f.name() + Arrays.toString(f.nums()) + f.level() + f.equals(i) + f.equals(A.class.getDeclaredField("f").getAnnotation(Info.class)));
        Method m = A.class.getDeclaredMethod("m", int.class, String.class);
        System.out.println(m.getAnnotation(Info.class).nums().length + " " + ((Info) m.getParameterAnnotations()[0][0]).name() + m.getParameterAnnotations()[1].length + B.class.getDeclaredMethod("m", int.class, String.class).getAnnotations().length);
        Method r = A.class.getDeclaredMethod("r");
        System.out.println(r.getAnnotationsByType(Note.class).length + " " + r.getAnnotation(Note.class) + " " + r.getAnnotation(Notes.class).value()[1].value() + A.class.getDeclaredMethod("one").getAnnotationsByType(Note.class)[0].value());
        System.out.println(A.class.getDeclaredMethod("old").isAnnotationPresent(Deprecated.class) + " " + A.class.getAnnotation(Tag.class).hashCode() + " " + A.class.getAnnotation(Tag.class).toString().contains("base"));
        i.nums()[0] = 99;
        System.out.println(i.nums()[0] + " " + Info.class.isAnnotation() + Info.class.getDeclaredMethod("name").getDefaultValue() + Tag.class.getDeclaredMethod("value").getDefaultValue());
    }
}
