//@ library: none
//@ since: 25
import java.lang.reflect.InvocationTargetException;
import module java.base;

/** The language and the library of JDK 25: module imports, patterns, code before super(), scoped values, gatherers, class files. */
public class LanguageTwentyFive {
    sealed interface Expr permits Num, Add, Mul {}
    record Num(int value) implements Expr {}
    record Add(Expr left, Expr right) implements Expr {}
    record Mul(Expr left, Expr right) implements Expr {}

    static Expr simplified(Expr expr) {
        return switch (expr) {
            case Add(Num(var a), Num(var b)) -> new Num(a + b);
            case Mul(Num(int a), _) when a == 0 -> new Num(0);
            case Mul(Num(int a), var rest) when a == 1 -> simplified(rest);
            case Add(var left, var right) -> new Add(simplified(left), simplified(right));
            case Mul(var left, var right) -> new Mul(simplified(left), simplified(right));
            case Num _ -> expr;
        };
    }

    static class Named {
        final String name;

        Named(String name) {
            this.name = name;
        }
    }

    static class Trimmed extends Named {
        final int dropped;

        Trimmed(String text) {
            String stripped = text.strip();
            dropped = text.length() - stripped.length();
            super(stripped);
        }
    }

    static final ScopedValue<String> USER = ScopedValue.newInstance();

    static String who() {
        return USER.orElse("nobody");
    }

    void main() throws Exception {
        IO.println(simplified(new Add(new Mul(new Num(0), new Num(7)), new Mul(new Num(1), new Add(new Num(2), new Num(3))))));
        IO.println(new Trimmed("  x y ").name + "|" + new Trimmed("  x y ").dropped);
        ScopedValue.where(USER, "ann").run(() -> IO.println(who() + ScopedValue.where(USER, "bob").call(LanguageTwentyFive::who)));
        IO.println(who());
        IO.println(IntStream.range(0, 10).boxed().gather(Gatherers.windowSliding(3)).map(List::getLast).toList());
        IO.println(Stream.of(1, 2, 3, 4).gather(Gatherers.scan(() -> 1, (a, b) -> a * b)).toList().reversed());
        try (var tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> results = IntStream.range(0, 20).mapToObj(i -> tasks.submit(() -> i * i)).toList();
            int sum = 0;
            for (var result : results) {
                sum += result.get();
            }
            IO.println(sum);
        }
        byte[] bytes = ClassFile.of().build(ClassDesc.of("Made"), made -> made.withMethodBody("twice",
                MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                code -> code.iload(0).iconst_2().imul().ireturn()));
        IO.println(MethodHandles.lookup().defineClass(bytes).getMethod("twice", int.class).invoke(null, 21));
        try {
            LanguageTwentyFive.class.getDeclaredMethod("fails").invoke(null);
        } catch (InvocationTargetException e) {
            e.printStackTrace(System.out);
        }
    }

    static void fails() {
        throw new IllegalStateException("on purpose");
    }
}
