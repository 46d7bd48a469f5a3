//@ library: javassist

import javassist.*;
import javassist.util.proxy.*;

/** Classes that Javassist compiles from text, and proxies. */
public class JavassistClasses {
    public interface Calc {
        int f(int x);
    }

    public static class Base {
        public String name() {
            return "base";
        }
    }

    public static void main(String[] a) throws Exception {
        ClassPool p = ClassPool.getDefault();
        CtClass c = p.makeClass("Gen");
        c.addInterface(p.get("JavassistClasses$Calc"));
        c.addField(CtField.make("private int n = 5;", c));
        c.addMethod(CtNewMethod.make("public int f(int x) { int s = 0; for (int i = 0; i < x; i++) s += i * n; return s; }", c));
        CtMethod m = c.getDeclaredMethod("f");
        m.insertBefore("System.out.println(\"in \" + $1);");
        m.insertAfter("$_ = $_ + 1;");
        Class<?> k = c.toClass(java.lang.invoke.MethodHandles.lookup());
        System.out.println(((Calc) k.getDeclaredConstructor().newInstance()).f(4));
        ProxyFactory f = new ProxyFactory();
        f.setSuperclass(Base.class);
        Base b = (Base) f.create(new Class[0], new Object[0], (self, me, pr, ar) -> me.getName().equals("name") ? "proxied " + pr.invoke(self, ar) : pr.invoke(self, ar));
        System.out.println(b.name());
        System.out.println(c.getDeclaredMethods().length);
    }
}
