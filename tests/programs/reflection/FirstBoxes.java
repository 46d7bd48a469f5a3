// Reflective calls, record accessors, array elements and fields whose boxes nobody used before.
import java.lang.reflect.*;

public class FirstBoxes {
    public static long l() { return 7; } public static short s() { return -3; } public static char c() { return 'x'; }
    public static byte b() { return -128; } public static boolean z() { return true; } public static float f() { return 1.5f; }
    public static double d() { return -0.0; } public static int i() { return 127; } public static void v() { }
    public long far() { return 128; } public short wide() { return 128; } public char beyond() { return 128; } public byte last() { return 127; }
    record All(long l, short s, char c, byte b, boolean z, float f, double d, int i) { }
    public static void main(String[] args) throws Exception {
        System.out.println(FirstBoxes.class.getMethod("l").invoke(null));
        for (String name : "s c b z f d i v".split(" ")) System.out.println(FirstBoxes.class.getMethod(name).invoke(null));
        for (String name : "far wide beyond last".split(" ")) System.out.println((int) FirstBoxes.class.getMethod(name).invoke(new FirstBoxes()).toString().charAt(0));
        All all = new All(1, (short) 2, 'c', (byte) 3, false, 4f, 5d, 6);
        for (RecordComponent component : All.class.getRecordComponents()) System.out.println(component.getName() + " " + component.getAccessor().invoke(all));
        Object same = FirstBoxes.class.getMethod("l").invoke(null);
        System.out.println(same == Long.valueOf(7));
        System.out.println(FirstBoxes.class.getMethod("z").invoke(null) == Boolean.TRUE);
        System.out.println(FirstBoxes.class.getMethod("c").invoke(null) == Character.valueOf('x'));
        System.out.println(Array.get(new short[] {5}, 0) == (Object) (short) 5);
        System.out.println(Array.get(new char[] {'q'}, 0));
        System.out.println(ProcessHandle.class.getMethod("pid").invoke(ProcessHandle.current()) != null);
        Field field = Holder.class.getDeclaredField("byteField");
        System.out.println(field.get(new Holder()));
    }
    static class Holder { byte byteField = 9; }
}
