//@ library: kafka
import org.apache.kafka.common.metrics.*; import org.apache.kafka.common.metrics.stats.*; import org.apache.kafka.common.*; import org.apache.kafka.common.serialization.*; import org.apache.kafka.common.utils.*; import java.util.*;
/** Kafka's clients: metrics with the reporter for JMX, serializers, hashing. */
public class KafkaMetrics {
  public static void main(String[] args) throws Exception {
    JmxReporter r = new JmxReporter(); r.contextChange(new KafkaMetricsContext("demo"));
    try (Metrics m = new Metrics(new MetricConfig(), new ArrayList<>(List.of(r)), Time.SYSTEM)) {
      Sensor s = m.sensor("s"); MetricName n = m.metricName("total", "g", Map.of("id", "1")); s.add(n, new CumulativeSum()); s.record(3); s.record(4);
      System.out.println(m.metric(n).metricValue());
      System.out.println(java.lang.management.ManagementFactory.getPlatformMBeanServer().getAttribute(new javax.management.ObjectName("demo:type=g,id=1"), "total"));
    }
    System.out.println(new StringDeserializer().deserialize("t", new StringSerializer().serialize("t", "round")) + Utils.murmur2("abc".getBytes()) + Arrays.toString(new LongSerializer().serialize("t", 258L)));
  }
}
