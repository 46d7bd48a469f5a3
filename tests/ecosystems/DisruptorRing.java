//@ library: disruptor
import com.lmax.disruptor.*; import com.lmax.disruptor.dsl.*; import com.lmax.disruptor.util.DaemonThreadFactory;
/** The Disruptor: a ring buffer between a producer and two handlers. */
public class DisruptorRing { static class E { long v; } public static void main(String[] a) throws Exception { Disruptor<E> d = new Disruptor<>(E::new, 8, DaemonThreadFactory.INSTANCE, ProducerType.SINGLE, new BlockingWaitStrategy()); long[] sum = new long[2]; d.handleEventsWith((e, s, l) -> sum[0] += e.v).then((e, s, l) -> sum[1] += e.v * 2); RingBuffer<E> r = d.start(); for (int i = 1; i <= 20; i++) { long n = i; r.publishEvent((e, s) -> e.v = n); } d.shutdown(); System.out.println(sum[0] + " " + sum[1]); } }
