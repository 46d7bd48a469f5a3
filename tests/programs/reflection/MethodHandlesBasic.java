import java.lang.invoke.*;
import java.util.*;
public class MethodHandlesBasic {
    int f = 3; static String s = "st";
    static int twice(int x) { return x * 2; }
    String inst(String a) { return a + f; }
    MethodHandlesBasic() { } MethodHandlesBasic(int f) { this.f = f; }
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle tw = l.findStatic(MethodHandlesBasic.class, "twice", MethodType.methodType(int.class, int.class));
        System.out.println((int) tw.invokeExact(21) + " " + tw.invoke((Integer) 4) + " " + tw.type());
        MethodHandle in = l.findVirtual(MethodHandlesBasic.class, "inst", MethodType.methodType(String.class, String.class));
        System.out.println((String) in.invokeExact(new MethodHandlesBasic(), "x") + in.bindTo(new MethodHandlesBasic(8)).invoke("y"));
        MethodHandle k = l.findConstructor(MethodHandlesBasic.class, MethodType.methodType(void.class, int.class));
        System.out.println(((MethodHandlesBasic) k.invoke(99)).f);
        MethodHandle g = l.findGetter(MethodHandlesBasic.class, "f", int.class), st = l.findStaticSetter(MethodHandlesBasic.class, "s", String.class);
        st.invokeExact("set");
        System.out.println((int) g.invokeExact(new MethodHandlesBasic()) + s);
        System.out.println(MethodHandles.insertArguments(l.findStatic(Math.class, "max", MethodType.methodType(int.class, int.class, int.class)), 0, 5).invoke(3));
        System.out.println(MethodHandles.filterReturnValue(tw, tw).invoke(3) + " " + MethodHandles.constant(String.class, "c").invoke() + tw.invokeWithArguments(List.of(6)));
        try { tw.invokeExact("s"); } catch (WrongMethodTypeException e) { System.out.println("wrong type"); }
        try { l.findStatic(MethodHandlesBasic.class, "nope", MethodType.methodType(void.class)); } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
        VarHandle vh = l.findVarHandle(MethodHandlesBasic.class, "f", int.class);
        MethodHandlesBasic o = new MethodHandlesBasic();
        System.out.println(vh.compareAndSet(o, 3, 30) + " " + vh.get(o) + vh.getAndAdd(o, 5) + (int) vh.getVolatile(o));
        VarHandle av = MethodHandles.arrayElementVarHandle(long[].class);
        long[] arr = new long[2];
        av.setVolatile(arr, 1, 9L);
        System.out.println(arr[1]);
        MethodHandle guard = MethodHandles.guardWithTest(l.findVirtual(String.class, "isEmpty", MethodType.methodType(boolean.class)), MethodHandles.dropArguments(MethodHandles.constant(String.class, "empty"), 0, String.class), MethodHandles.identity(String.class));
        System.out.println(guard.invoke("") + " " + guard.invoke("full"));
    }
}
