public class Endless {
  public static void main(String[] args) {
    int i = 0;
    while (true) {
      i++;
    }
  }
}
