/** Building strings piece by piece: the library's own bytecode, with byte arrays below. */
public class StringBuilding {
  public static void main(String[] args) {
    long hash = 0;
    for (int round = 0; round < 60; round++) {
      StringBuilder builder = new StringBuilder();
      for (int i = 0; i < 3_000; i++) {
        builder.append(i).append(',').append("item").append(i % 7 == 0).append(';');
      }
      hash = 31 * hash + builder.toString().hashCode();
    }
    System.out.println(hash);
  }
}
