import java.io.*;import java.util.*;
public class ObjectStreams {
  static class Base{ int nb=5; Base(){nb=6;System.out.println("Base()");} }
  static class A extends Base implements Serializable{ private static final long serialVersionUID=1; int x; transient int t=9; String s; A next; List<Integer> l=new ArrayList<>(List.of(1,2)); double[] d={1.5}; static int st=3; A(int x,String s){this.x=x;this.s=s;}
    private void writeObject(ObjectOutputStream o) throws IOException{ o.defaultWriteObject(); o.writeInt(t*2);} private void readObject(ObjectInputStream i) throws Exception{ i.defaultReadObject(); t=i.readInt(); System.out.println("readObject");} }
  enum E{P,Q} record R(int a,String b) implements Serializable{ R{ System.out.println("R()"); } }
  static class S implements Serializable{ static final S I=new S(); private Object readResolve(){return I;} }
  static class X implements Externalizable{ int v; public X(){System.out.println("X()");} X(int v){this.v=v;} public void writeExternal(ObjectOutput o) throws IOException{o.writeInt(v);} public void readExternal(ObjectInput i) throws IOException{v=i.readInt()+1;} }
  static class Bad implements Serializable{ Object o=new Object(); }
  static byte[] ser(Object o) throws Exception{ ByteArrayOutputStream b=new ByteArrayOutputStream(); try(ObjectOutputStream x=new ObjectOutputStream(b)){x.writeObject(o);} return b.toByteArray(); }
  @SuppressWarnings("unchecked") static <T> T de(byte[] b) throws Exception{ return (T)new ObjectInputStream(new ByteArrayInputStream(b)).readObject(); }
  interface F extends Serializable{ int f(int x); }
  public static void main(String[] z) throws Exception{
    A a=new A(4,"str"); a.next=a; byte[] b=ser(a); System.out.println(b.length+" "+Arrays.hashCode(b)); A c=de(b); System.out.println(c.x+c.s+c.t+(c.next==c)+c.l+c.d[0]+c.nb);
    System.out.println(ObjectStreams.<Object>de(ser(E.Q))==E.Q); System.out.println((Object)de(ser(new R(1,"q")))); System.out.println(ObjectStreams.<Object>de(ser(S.I))==S.I); X x=de(ser(new X(7))); System.out.println(x.v);
    try{ ser(new Bad()); }catch(NotSerializableException e){System.out.println(e);} 
    Map<String,Object> m=new HashMap<>(); m.put("k",new int[][]{{1},{2,3}}); m.put("d",new Date(0)); m.put("self","v"); System.out.println(((Map<String,Object>)de(ser(m))).keySet()); System.out.println(((TreeMap<?,?>)de(ser(new TreeMap<>(Map.of("b",1,"a",2))))).firstKey()); System.out.println((Object)de(ser(new ArrayDeque<>(List.of(1,2)))));System.out.println((Object)de(ser(EnumSet.of(E.P)))); System.out.println((Object)de(ser(new EnumMap<>(Map.of(E.P,1))))); System.out.println((Object)de(ser(List.of(1,2,3)))); System.out.println((Object)de(ser(Optional.class))); System.out.println((Object)de(ser(new java.math.BigDecimal("1.50")))); System.out.println((Object)de(ser(java.time.LocalDate.of(2020,1,2)))); System.out.println((Object)de(ser(new BitSet(){{set(3);}}.clone()==null?0:1)));
    int k=5; F f=q->q+k; F g=de(ser(f)); System.out.println(g.f(3)); try{ byte[] bad=b.clone(); bad[0]=0; de(bad);}catch(StreamCorruptedException e){System.out.println(e);} try{ de(new byte[0]);}catch(EOFException e){System.out.println(e);}
    System.out.println(ObjectStreamClass.lookup(A.class).getSerialVersionUID()+" "+ObjectStreamClass.lookup(R.class).getSerialVersionUID()+" "+ObjectStreamClass.lookup(Bad.class).getSerialVersionUID()+Arrays.toString(ObjectStreamClass.lookup(A.class).getFields()));
    Exception ex=de(ser(new IllegalStateException("msg",new RuntimeException("c")))); System.out.println(ex+" "+ex.getCause()+ex.getStackTrace()[0]);
  }
}
