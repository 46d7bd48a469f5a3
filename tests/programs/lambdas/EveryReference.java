//@ exit: 1
//@ throws: java.lang.ArithmeticException: / by zero
import java.util.*;import java.util.function.*;
public class EveryReference {
  interface Tri<A,B,C,R>{ R apply(A a,B b,C c); default <V> Tri<A,B,C,V> then(Function<? super R,? extends V> f){ return (a,b,c)->f.apply(apply(a,b,c)); } }
  interface VA{ String go(Object... x);} interface Prim{ long op(int a,byte b,short c,char d,float e,double f,boolean g); }
  static String va(Object... x){ return x.length+Arrays.toString(x);} static String va2(String p,int... x){ return p+Arrays.toString(x);}
  static long prim(long a,long b,long c,long d,double e,double f,Object g){ return a+b+c+d+(long)e+(long)f+(g.equals(true)?1:0);}
  int base; EveryReference(int b){base=b;} EveryReference(){this(7);} int add(int x){return base+x;} static <T extends Comparable<T>> T max(T x,T y){return x.compareTo(y)>=0?x:y;}
  class In{ int v=base*2; In(){ } In(int k){v=k+base;} }
  Supplier<Supplier<Integer>> nest(){ return ()->()->base+1; }
  static Runnable rec; 
  static class P{ protected String hi(){return "P.hi";} } static class Q extends P{ protected String hi(){return "Q.hi";} Supplier<String> sup(){ return super::hi; } Supplier<String> me(){ return this::hi; } }
  public static void main(String[] a){
    BiFunction<Integer,Integer,Integer> s=Integer::sum; System.out.println(s.apply(2,3)); IntBinaryOperator m=Math::max; System.out.println(m.applyAsInt(3,9)); ToIntFunction<String> l=String::length; System.out.println(l.applyAsInt("four")); Function<String,Integer> l2=String::length; System.out.println(l2.apply("xx"));
    Supplier<EveryReference> c=EveryReference::new; Function<Integer,EveryReference> c1=EveryReference::new; System.out.println(c.get().add(1)+" "+c1.apply(3).add(1)); IntFunction<int[]> arr=int[]::new; System.out.println(arr.apply(3).length); Function<Integer,String[][]> arr2=String[][]::new; System.out.println(arr2.apply(2).getClass());
    EveryReference o=new EveryReference(10); IntUnaryOperator b=o::add; o=null; System.out.println(b.applyAsInt(5)); BiFunction<EveryReference,Integer,Integer> ub=EveryReference::add; System.out.println(ub.apply(new EveryReference(1),2));
    VA v=EveryReference::va; System.out.println(v.go(1,2,3)+v.go()+v.go((Object[])null==null?new Object[]{null}:null)); BiFunction<String,Integer,String> v2=EveryReference::va2; System.out.println(v2.apply("p",4)); Function<String,String> v3=EveryReference::va2; System.out.println(v3.apply("q")); Tri<String,Integer,Integer,String> v4=EveryReference::va2; System.out.println(v4.then(String::length).apply("r",1,2));
    Prim p=EveryReference::prim; System.out.println(p.op(1,(byte)2,(short)3,'\4',5.5f,6.5,true)); BinaryOperator<String> mx=EveryReference::max; System.out.println(mx.apply("a","b")); Comparator<String> cmp=String::compareTo; System.out.println(cmp.reversed().compare("a","b"));
    try{ String n=null; Supplier<Integer> bad=n::length; System.out.println("no"); }catch(NullPointerException e){System.out.println("npe");}
    EveryReference out=new EveryReference(4); Supplier<In> in=()->out.new In(); System.out.println(in.get().v+" "+out.nest().get().get()); Function<Integer,In> in2=k->out.new In(k); System.out.println(in2.apply(3).v);
    Q q=new Q(); System.out.println(q.sup().get()+q.me().get()); int[] cnt={0}; rec=()->{ if(cnt[0]++<5) rec.run(); }; rec.run(); System.out.println(cnt[0]);
    Object x=(Runnable & java.io.Serializable)()->System.out.println("ser"); ((Runnable)x).run(); System.out.println(x instanceof java.io.Serializable);
    Supplier<Runnable> sr=()->()->System.out.println("inner"); sr.get().run(); Callable2<String> call=()->{ throw new Exception("x"); }; try{call.call();}catch(Exception e){System.out.println(e.getMessage()+e.getStackTrace()[0].getMethodName());}
    long L=5; double D=2.5; String S="cap"; byte B=3; char C='c'; boolean Z=true; float F=1.5f; short H=9; Object O=null; int[] A={1}; Supplier<String> all=()->L+D+S+B+C+Z+F+H+O+A[0]; System.out.println(all.get());
    Function<Object,String> ts=Object::toString; System.out.println(ts.apply(42)); Predicate<String> e=String::isEmpty; System.out.println(e.negate().or("x"::equals).and(z->true).test("")+" "+Predicate.not(e).test("")+Predicate.isEqual(null).test(null)); UnaryOperator<String> id=UnaryOperator.identity(); System.out.println(id.andThen(String::toUpperCase).compose((Integer i)->"n"+i).apply(3)); ObjIntConsumer<String> oic=(w,i)->System.out.println(w+i); oic.accept("k",1); Supplier<int[]> cl=new int[]{1,2}::clone; System.out.println(cl.get().length); ToLongFunction<Integer> tl=Integer::longValue; LongSupplier ls=Integer.valueOf(3)::longValue; System.out.println(tl.applyAsLong(4)+ls.getAsLong()); IntFunction<Integer> box=Integer::valueOf; IntSupplier unb=Integer.valueOf(3)::intValue; DoubleUnaryOperator wid=Math::abs; System.out.println(box.apply(3)+unb.getAsInt()+wid.applyAsDouble(-2)); Function<Integer,Long> wl=i->(long)i; System.out.println(wl.apply(2)); IntToLongFunction itl=i->i; IntToDoubleFunction itd=Integer::new; System.out.println(itl.applyAsLong(3)+itd.applyAsDouble(2)); Consumer<List<String>> clr=List::clear; List<String> li=new ArrayList<>(List.of("z")); clr.accept(li); Consumer<String> addr=li::add; addr.accept("y"); System.out.println(li);
    System.out.println(((Object)s).getClass().isSynthetic()+" "+s.getClass().isHidden()+" "+s.getClass().getInterfaces()[0]+s.getClass().getSimpleName().startsWith("EveryReference$$Lambda")); Runnable r1=()->{}; Runnable r2=()->{}; System.out.println(r1.equals(r2)); for(int i=0;i<2;i++){ Runnable rr=()->{}; System.out.print(rr.hashCode()==rr.hashCode()); } System.out.println();
    Runnable thr=()->{ int z=0; int w=1/z; }; thr.run();
  }
  interface Callable2<V>{ V call() throws Exception; }
}
