import java.util.Objects;

/** A record with a compact constructor, so that damage meets the bootstrap of its methods. */
public record VictimRecord(int size, String name, double[] data, Object next) implements Comparable<VictimRecord> {
  public VictimRecord {
    Objects.requireNonNull(name);
    if (size < 0) {
      throw new IllegalArgumentException("size " + size);
    }
  }

  static VictimRecord of(int size) {
    return new VictimRecord(size, "r" + size, new double[size], size == 0 ? null : of(size - 1));
  }

  @Override
  public int compareTo(VictimRecord other) {
    return Integer.compare(size, other.size());
  }

  public static Object work(int size) {
    VictimRecord one = of(size);
    VictimRecord two = of(size);
    one.data[0] = two.hashCode() % 7;
    return one.equals(two) + one.toString().substring(0, 5) + one.compareTo(two) + (one.next instanceof VictimRecord r ? r.name : "none");
  }
}
