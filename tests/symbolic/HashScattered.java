//@ pse: --target failure
//@ approximately: 0.05050006345845759
// FNV-1a over the bytes of an int, and a remainder that is no power of two: no structure is left that could be counted.

import hazard.Symbolic;

public class HashScattered {
  public static void main(String[] args) {
    int value = Symbolic.integer("value");
    int hash = 0x811c9dc5;
    for (int i = 0; i < 4; i++) {
      hash = (hash ^ value >>> 8 * i & 255) * 16777619;
    }
    int rest = hash % 1000;
    if (rest >= 0 && rest < 100) throw new IllegalStateException();
  }
}
