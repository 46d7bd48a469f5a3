import java.net.*;import java.nio.file.*;import java.util.*;import java.io.*;
public class ClassLoaders {
  static class Iso extends ClassLoader{ Path dir; Iso(Path d){super("iso",ClassLoaders.class.getClassLoader());dir=d;}
    protected Class<?> loadClass(String n,boolean r) throws ClassNotFoundException{ if(n.startsWith("ClassLoaders$T")){ Class<?> c=findLoadedClass(n); if(c==null){ try{ byte[] b=ClassLoaders.class.getResourceAsStream(n+".class").readAllBytes(); System.out.println("define "+n); c=defineClass(n,b,0,b.length);}catch(IOException e){throw new ClassNotFoundException(n);} } return c;} return super.loadClass(n,r);} }
  public static class TBase{ public String who(){return "base "+getClass().getClassLoader().getName();} }
  public static class TSub extends TBase{ static int count=0; public int inc(){return ++count;} public TBase make(){ return pick(true); } static TBase pick(boolean b){ TBase r; if(b) r=new TSub(); else r=new TBase(); return r; } public Object arr(){ return new TSub[2]; } }
  public static void main(String[] a) throws Exception{
    Object[] os=new Object[2];
    for(int i=0;i<2;i++){ Class<?> c=new Iso(null).loadClass("ClassLoaders$TSub"); Object o=c.getDeclaredConstructor().newInstance(); os[i]=o; System.out.println(c.getMethod("who").invoke(o)+" "+c.getMethod("inc").invoke(o)+" "+c.getMethod("inc").invoke(o)+" "+(o instanceof TSub)+" "+c.getMethod("make").invoke(o).getClass().getName()+c.getMethod("arr").invoke(o).getClass().getName()+c.getMethod("arr").invoke(o).getClass().getClassLoader().getName()); }
    System.out.println(os[0].getClass()==os[1].getClass()); System.out.println(os[0].getClass().getName().equals(os[1].getClass().getName()));
    try{ TSub t=(TSub)os[0]; }catch(ClassCastException e){ System.out.println(e.getMessage().replaceAll("@[0-9a-f]+","@H")); }
    try{ new Iso(null).loadClass("ClassLoaders$TNone"); }catch(Exception e){System.out.println(e);}
    try{ Class.forName("no.such.Klass"); }catch(ClassNotFoundException e){System.out.println(e);}
    try{ Class.forName("int"); }catch(ClassNotFoundException e){System.out.println(e);}
    System.out.println(Class.forName("[I")+" "+Class.forName("[[Ljava.lang.String;").getSimpleName()+Class.forName("java.util.Map$Entry").getName());
    ClassLoader cl=ClassLoaders.class.getClassLoader(); System.out.println(cl.getName()+" "+cl.getParent().getName()+" "+cl.getParent().getParent()+" "+String.class.getClassLoader()+" "+(ClassLoader.getSystemClassLoader()==cl)+Thread.currentThread().getContextClassLoader().getName());
    System.out.println(ClassLoaders.class.getResource("/ClassLoaders.class")!=null); System.out.println(ClassLoaders.class.getResource("nope"));
    try{ cl.loadClass("ClassLoaders$TBase").getDeclaredConstructor(int.class); }catch(NoSuchMethodException e){System.out.println(e);}
    URLClassLoader u=new URLClassLoader(new URL[]{ClassLoaders.class.getProtectionDomain().getCodeSource().getLocation()},null); Class<?> k=u.loadClass("ClassLoaders$TSub"); System.out.println(k==TSub.class); System.out.println(k.getMethod("inc").invoke(k.getDeclaredConstructor().newInstance())); Object mk=k.getMethod("make").invoke(k.getDeclaredConstructor().newInstance()); System.out.println(mk.getClass()==k); u.close();
    Class<?> d=new ClassLoader(){ Class<?> go() throws Exception{ byte[] b=ClassLoaders.class.getResourceAsStream("ClassLoaders$TBase.class").readAllBytes(); Class<?> c=defineClass(null,b,0,b.length); try{ defineClass(null,b,0,b.length);}catch(LinkageError e){System.out.println(e.getClass());} try{ defineClass("x.Y",b,0,b.length);}catch(NoClassDefFoundError e){System.out.println(e);} try{ defineClass("Z",new byte[]{1,2,3,4},0,4);}catch(ClassFormatError e){System.out.println(e.getClass());} try{ defineClass("java.lang.Foo",b,0,b.length);}catch(SecurityException e){System.out.println(e.getMessage());} return c; } }.go(); System.out.println(d.getName());
  }
}
