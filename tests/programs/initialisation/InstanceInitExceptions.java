public class InstanceInitExceptions {
    static int made;
    final int id = ++made;
    { if (id == 2) throw new IllegalArgumentException("second refused"); }
    InstanceInitExceptions() throws Exception { this(0); if (id == 3) throw new Exception("third refused"); }
    InstanceInitExceptions(int z) { System.out.println("constructing " + id); }
    static class Leak { static Leak last; final String name; Leak(String n) { last = this; if (n.isEmpty()) throw new RuntimeException("empty"); name = n; } }
    static class Base { Base() { init(); } void init() { System.out.println("base"); } }
    static class Derived extends Base { final String f; int g = 3; final int k = 8; Derived() { f = "set"; } @Override void init() { System.out.println(f + " " + g + " " + k); g = 10; } }
    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) try { System.out.println(new InstanceInitExceptions().id); } catch (Exception e) { System.out.println(e.getMessage()); }
        try { new Leak(""); } catch (RuntimeException e) { System.out.println(Leak.last.name); }
        System.out.println(new Derived().g);
        try { Object o = InstanceInitExceptions.class.getDeclaredConstructor(int.class).newInstance(1); System.out.println(o != null); } catch (ReflectiveOperationException e) { System.out.println(e); }
    }
}
