import java.lang.reflect.*;
import java.util.*;
public class DynamicProxy {
    interface Greeter { String greet(String n, int times); default String hi() { return "hi"; } void boom() throws java.io.IOException; int num(); }
    interface Other { long other(); }
    public static void main(String[] args) throws Exception {
        List<String> log = new ArrayList<>();
        InvocationHandler h = (p, m, a) -> {
            log.add(m.getName() + (a == null ? "[]" : Arrays.toString(a)));
            switch (m.getName()) {
                case "greet": return ((String) a[0]).repeat((Integer) a[1]);
                case "boom": throw new java.io.IOException("declared");
                case "num": return null;
                case "other": return 5L;
                case "toString": return "proxy!";
                case "hashCode": return 77;
                case "equals": return p == a[0];
                default: throw new Exception("undeclared " + m.getName());
            }
        };
        Object p = Proxy.newProxyInstance(DynamicProxy.class.getClassLoader(), new Class<?>[] {Greeter.class, Other.class}, h);
        Greeter g = (Greeter) p;
        System.out.println(g.greet("ab", 2) + ((Other) p).other() + p + p.hashCode() + p.equals(p) + p.equals("x"));
        try { g.boom(); } catch (java.io.IOException e) { System.out.println(e.getMessage()); }
        try { g.num(); } catch (NullPointerException e) { System.out.println("null for int"); }
        try { g.hi(); } catch (UndeclaredThrowableException e) { System.out.println(e.getCause().getMessage()); }
        System.out.println(log);
        System.out.println(Proxy.isProxyClass(p.getClass()) + " " + (Proxy.getInvocationHandler(p) == h) + Arrays.toString(p.getClass().getInterfaces()));
        @SuppressWarnings("unchecked") Comparator<String> c = (Comparator<String>) Proxy.newProxyInstance(DynamicProxy.class.getClassLoader(), new Class<?>[] {Comparator.class}, (q, m, a) -> m.getName().equals("compare") ? ((String) a[1]).compareTo((String) a[0]) : null);
        List<String> l = new ArrayList<>(List.of("a", "c", "b"));
        Collections.sort(l, c);
        System.out.println(l);
        try { Proxy.newProxyInstance(DynamicProxy.class.getClassLoader(), new Class<?>[] {String.class}, h); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
