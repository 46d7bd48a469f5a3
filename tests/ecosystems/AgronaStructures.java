//@ library: agrona
//@ java: --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
import org.agrona.collections.*; import org.agrona.concurrent.*; import org.agrona.*;
/** Agrona: maps of primitives, buffers, queues. */
public class AgronaStructures {
  public static void main(String[] args) {
    Int2IntHashMap m = new Int2IntHashMap(-1); for (int i = 0; i < 100; i++) m.put(i, i * i); System.out.println(m.get(9) + " " + m.get(1000) + " " + m.size());
    Long2ObjectHashMap<String> l = new Long2ObjectHashMap<>(); l.put(5, "five"); System.out.println(l);
    UnsafeBuffer b = new UnsafeBuffer(new byte[64]); b.putLong(8, 42); b.putStringAscii(16, "hello"); System.out.println(b.getLong(8) + b.getStringAscii(16) + b.getAndAddInt(0, 3) + b.getInt(0));
    ManyToOneConcurrentArrayQueue<String> q = new ManyToOneConcurrentArrayQueue<>(4); q.offer("a"); q.offer("b"); System.out.println(q.poll() + q.size());
    IntArrayList a = new IntArrayList(); for (int i = 9; i > 0; i--) a.addInt(i); System.out.println(a.stream().mapToInt(Integer::intValue).sum());
  }
}
