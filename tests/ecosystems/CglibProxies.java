//@ library: cglib
//@ java: --add-opens java.base/java.lang=ALL-UNNAMED

import java.util.*;
import net.sf.cglib.beans.*;
import net.sf.cglib.proxy.*;
import net.sf.cglib.reflect.*;

/** Classes that cglib writes: proxies, beans, quick calls. */
public class CglibProxies {
    public static class S {
        public String hi(String n) {
            return "hi " + n;
        }
        public int add(int a, int b) {
            return a + b;
        }
    }

    public static void main(String[] a) throws Exception {
        Enhancer e = new Enhancer();
        e.setSuperclass(S.class);
        e.setCallback((MethodInterceptor) (o, m, args, p) -> {
            Object r = p.invokeSuper(o, args);
            return r instanceof String ? ((String) r).toUpperCase() : r;
        });
        S s = (S) e.create();
        System.out.println(s.hi("bob") + s.add(2, 3) + " " + (s.getClass() != S.class));
        BeanGenerator g = new BeanGenerator();
        g.addProperty("name", String.class);
        Object b = g.create();
        BeanMap m = BeanMap.create(b);
        m.put("name", "x");
        System.out.println(m);
        FastClass f = FastClass.create(S.class);
        System.out.println(f.invoke("add", new Class[]{int.class, int.class}, new S(), new Object[]{4, 5}));
    }
}
