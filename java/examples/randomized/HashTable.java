//@ args: 11 3
//@ label: "collision" = field:HashTable.collided=true
//@ reward: "comparisons" = invoked:HashTable.same(int,int)
//@ ask: P=? [ F "collision" ] = 41/55
//@ ask: R{"comparisons"}=? [ F "end" ] = 26/11
//@ large: 101 7
//@ source: J. L. Carter and M. N. Wegman, Universal classes of hash functions, J. Computer and System Sciences 18(2), 1979

import hazard.UniformChoice;
import java.util.Arrays;

/**
 * A hash table whose hash function x -> ((a x + b) mod p) mod m is drawn from a 2-universal family when it is made.
 *
 * <p>Property: two keys collide with probability at most 1/m, whichever keys they are; so a look-up expects few
 * comparisons.
 */
public class HashTable {
  static boolean collided = false;

  private final int prime;
  private final int a;
  private final int b;
  private final int[][] buckets;

  HashTable(int prime, int size) {
    this.prime = prime;
    a = 1 + UniformChoice.make(prime - 1);
    b = UniformChoice.make(prime);
    buckets = new int[size][0];
  }

  private int bucket(int key) {
    return (a * key + b) % prime % buckets.length;
  }

  static boolean same(int key, int other) {
    return key == other;
  }

  void add(int key) {
    int[] bucket = buckets[bucket(key)];
    if (bucket.length > 0) {
      collided = true;
    }
    int[] longer = Arrays.copyOf(bucket, bucket.length + 1);
    longer[bucket.length] = key;
    buckets[bucket(key)] = longer;
  }

  boolean contains(int key) {
    for (int other : buckets[bucket(key)]) {
      if (same(key, other)) {
        return true;
      }
    }
    return false;
  }

  public static void main(String[] args) {
    int prime = args.length > 0 ? Integer.parseInt(args[0]) : 11;
    int size = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    HashTable table = new HashTable(prime, size);
    table.add(2);
    table.add(3);
    table.add(7);
    System.out.println(table.contains(7) && !table.contains(5) ? "right" : "wrong");
  }
}
