//@ library: kryo
import com.esotericsoftware.kryo.*; import com.esotericsoftware.kryo.io.*; import java.util.*;
/** Kryo: graphs of objects to bytes and back. */
public class KryoObjects { public static class N { int v; N next; List<String> l = new ArrayList<>(); Map<String, Integer> m = new TreeMap<>(); double[] d = {1, 2}; } public static void main(String[] a) { Kryo k = new Kryo(); k.setRegistrationRequired(false); k.setReferences(true); N n = new N(); n.v = 5; n.next = n; n.l.add("x"); n.m.put("k", 1); Output o = new Output(256); k.writeClassAndObject(o, n); N m = (N) k.readClassAndObject(new Input(o.toBytes())); System.out.println(m.v + " " + (m.next == m) + m.l + m.m + m.d[1] + " " + o.position()); N c = k.copy(n); System.out.println(c != n && c.next == c); } }
