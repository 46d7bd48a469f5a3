//@ label: "one" = returned:PartitionedStream.small()=1
//@ ask: P=? [ F "one" ] = 27/64

import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Three draws, partitioned and counted by a collector. */
public class PartitionedStream {
  static int small() {
    Random random = new Random();
    Map<Boolean, Long> parts = Stream.generate(() -> random.nextInt(4))
        .limit(3)
        .collect(Collectors.partitioningBy(number -> number < 1, Collectors.counting()));
    return parts.get(true).intValue();
  }

  public static void main(String[] args) {
    System.out.println(small());
  }
}
